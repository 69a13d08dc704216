import * as t from '../../core/json-schema.ts'
import { type JsonObject, type Operation, StreamedResult } from '../operation.ts'
import { streamRead } from '../stream-read.ts'
import { input } from './dump/choose-tables.ts'
import { type DumpPlan, planDump } from './dump/plan-dump.ts'
import { writeDump } from './dump/write-dump.ts'

const output = t.object({
  schema: t.string(),
  tables: t.stringArray('In the order in which they are loaded: those first that others refer to'),
  cycles: t.array(t.stringArray(), 'Tables that refer to each other in a circle'),
  statements: t.integer('That make the tables and what belongs to them'),
  notIncluded: t.arrayOf(t.strings('type', 'name', 'reason'), 'What the dump does not have'),
  dryRun: t.boolean(),
})

type Item = DumpPlan | Uint8Array

/**
 * Sends tables with their rows, their structure and a checksum of each as one file, from one consistent state, in constant memory.
 *
 * @throws AdminError `TABLE_NOT_FOUND`, `NOT_SUPPORTED`, `FORBIDDEN` for masked columns, `INSUFFICIENT_PRIVILEGE` where rows may be
 *   hidden, `LIMIT_TOO_LARGE`.
 * @see Ours: the contract has no such operation.
 */
export const dump: Operation<typeof input> = {
  summary: 'Tables with their rows and structure as one file, to be loaded elsewhere',
  readsRows: true,
  tellsValues: true,
  input,
  output,
  isHeavy: true,
  isShort: ({ dryRun }) => dryRun,
  run: async (context, body) => {
    const items = streamRead<Item>(context.database, context, async function* (session) {
      const within = { ...context, session }
      const plan = await planDump(within, body)
      yield plan
      if (!body.dryRun) yield* writeDump(within, plan)
    })
    const { value: plan } = await items.next()
    if (!plan || plan instanceof Uint8Array) throw new Error('A dump starts with its plan')
    if (body.dryRun) {
      await items.return(undefined)
      return tell(plan)
    }
    return new StreamedResult({
      contentType: 'application/zip',
      fileName: `${plan.schema}.dump.zip`,
      chunks: items as AsyncIterable<Uint8Array>,
      headers: {
        'X-Tables': String(plan.tables.length),
        'X-Not-Included': String(plan.notIncluded.length),
        ...(context.hiddenRows().length > 0 && { 'X-Hidden-Rows': 'true' }),
      },
    })
  },
}

const tell = ({ schema, tables, cycles, statements, notIncluded }: DumpPlan): JsonObject => ({
  schema,
  tables: tables.map(({ name }) => name),
  cycles: cycles.map((cycle) => [...cycle]),
  statements: statements.length,
  notIncluded: notIncluded.map(({ type, name, reason }) => ({ type, name, reason })),
  dryRun: true,
})
