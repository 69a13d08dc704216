import * as t from '../../core/json-schema.ts'
import { AdminError } from '../../core/errors.ts'
import type { Operation, OperationContext, SessionContext } from '../operation.ts'
import { openDump, type OpenDump } from './load/open-dump.ts'
import type { NotIncluded } from '../../core/dump/manifest.ts'
import { inDryRun } from '../../core/dry-run.ts'
import { plain } from '../../core/values.ts'
import type { WriteSession } from '../../database/session.ts'
import { followSequences } from '../follow-sequences.ts'
import { deferKeys, inKeyOrder } from '../key-order.ts'
import { compareTable, type Loaded, loadTable } from './load/load-table.ts'
import { type LoadPlan, planLoad } from './load/plan-load.ts'

type Context = SessionContext<WriteSession>

/** Does all of it in one transaction, or nothing; a dry run does it all and undoes it. */
const runLoad = async (
  context: OperationContext,
  dump: OpenDump,
  { schema, dryRun }: { readonly schema: string | undefined; readonly dryRun: boolean },
): Promise<LoadPlan> => {
  const { signal, timeoutMs } = context
  const write = <T>(work: (session: WriteSession) => Promise<T>): Promise<T> =>
    context.database.write({ signal, timeoutMs, copiesRows: true }, work)
  const work = async (session: WriteSession): Promise<LoadPlan> => {
    const within = { ...context, session }
    const plan = await planLoad(within, dump.manifest, schema)
    return { ...plan, lost: [...plan.lost, ...(await fill(within, dump, plan))] }
  }
  const commit = async (session: WriteSession): Promise<LoadPlan> => {
    const done = await work(session)
    context.progress('committing', rowsOf(dump), rowsOf(dump))
    return done
  }
  try {
    return await (dryRun ? inDryRun(write, work) : write(commit))
  } catch (error) {
    // Where the file itself is damaged, that is told, and nothing that it has led to.
    if (!signal.aborted) await dump.verify()
    throw error
  }
}

const fill = async (context: Context, dump: OpenDump, plan: LoadPlan): Promise<NotIncluded[]> => {
  const { session, names, dialect } = context
  await run(context, plan, 'tables')
  const loaded: Loaded[] = []
  const isForeign = dump.manifest.engine !== dialect.engine
  for (const { table: dumped, partitions } of plan.tables) {
    const isDivided = !isForeign && dump.manifest.tables.some(({ partOf }) => partOf.includes(dumped.name))
    const table = await names.table(session, plan.schema, dumped.name, 'write')
    loaded.push({ dumped, table, partitions, isDivided })
  }
  const lost: NotIncluded[] = []
  const checks: (() => Promise<void>)[] = []
  for (const { table } of loaded) checks.push(await session.deferredChecks(table))
  const { tasks, early } = await inKeyOrder(context, loaded)
  checks.unshift(await deferKeys(context, early))
  let rowsDone = 0
  const total = rowsOf(dump)
  for (const { table, dumped: whole, partitions } of tasks)
    for (const dumped of [whole, ...partitions])
      await loadTable(context, { table, dumped }, { read: () => dump.content(dumped), isForeign }, (count) => {
        rowsDone += count
        context.progress('loading', Math.min(rowsDone, total), total)
      })
  await run(context, plan, 'indexes')
  await run(context, plan, 'keys')
  for (const check of checks) await check()
  for (const { table } of tasks) await followSequences(context, table, table.columns.map(({ name }) => name)) // prettier-ignore
  for (const each of tasks) {
    context.progress('comparing', rowsDone, total)
    if (!(await compareTable(context, each, isForeign)))
      lost.push({ type: 'values', name: each.table.name, reason: 'Some are written otherwise here, or kept otherwise' })
  }
  return lost
}

const run = async (
  { session, progress }: Context,
  { statements }: LoadPlan,
  stage: LoadPlan['statements'][number]['stage'],
): Promise<void> => {
  for (const { sql, type, name } of statements.filter((each) => each.stage === stage)) {
    progress(`making ${stage}`)
    await session.execute(plain(sql)).catch((error: unknown) => {
      if (!(error instanceof AdminError)) throw error
      throw new AdminError(error.code, `What the dump has of ${type} '${name}' cannot be made: ${error.details}`, {
        cause: error,
        reason: error.reason,
      })
    })
  }
}

const rowsOf = ({ manifest }: OpenDump): number => manifest.tables.reduce((sum, { rows }) => sum + rows, 0)

const input = t.object({
  file: t.string('Name of a dump in the files directory'),
  schema: t.optional(
    t.string('Where the tables are or shall be: an existing one, by default that of the name of the dumped one'),
  ),
  dryRun: t.boolean('Does everything and undoes it', { default: false }),
})

const output = t.object({
  schema: t.string(),
  engine: t.string('That the dump is of'),
  createdAt: t.string('When it was dumped, by the clock of that database'),
  tables: t.arrayOf({ table: t.string(), created: t.boolean('It was not there before'), rows: t.integer() }),
  rows: t.integer('Of all tables'),
  verified: t.boolean(
    'Rows and checksums of all tables are those of the file, looked at before anything is committed; from another engine rows alone may be',
  ),
  notIncluded: t.arrayOf(t.strings('type', 'name', 'reason'), 'What the dump does not have of what was dumped'),
  lost: t.arrayOf(
    t.strings('type', 'name', 'reason'),
    'What was dumped and this engine does not have; nothing for a dump of the same engine',
  ),
  dryRun: t.boolean(),
  durationMs: t.integer(),
})

/**
 * Makes the tables of a dump that are not there and brings in the rows of all, in one transaction, which ends when the file has turned
 * out to be as it was written, and what is there then to be what the file has.
 *
 * @throws AdminError `FILE_NOT_FOUND`, `INVALID_FILE_CONTENT`, `TARGET_EXISTS` for tables with rows, `COLUMN_MISMATCH`,
 *   `CONSTRAINT_VIOLATION`, `IMPORT_REJECTED` where other rows are there than the file has. Nothing is changed then.
 * @see Ours: the contract has no such operation.
 */
export const load: Operation<typeof input> = {
  summary: 'Makes and fills the tables of a dump',
  input,
  output,
  isHeavy: true,
  run: async (context, { file, schema, dryRun }) => {
    const startedMs = performance.now()
    const { structure, platform } = context.dialect
    if (!structure.rebuild)
      throw new AdminError('NOT_SUPPORTED', `No statements are written of ${platform}, so that no dump of it is loaded`)
    const dump = await openDump(context, file)
    try {
      const { manifest } = dump
      const plan = await runLoad(context, dump, { schema, dryRun })
      return {
        schema: plan.schema,
        engine: manifest.engine,
        createdAt: manifest.createdAt,
        tables: plan.tables.map(({ table, partitions }) => ({
          ...{ table: table.name, created: !plan.existing.has(table.name) },
          rows: partitions.reduce((sum, { rows }) => sum + rows, table.rows),
        })),
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        verified: plan.lost.every(({ type }) => type !== 'values'),
        notIncluded: manifest.notIncluded.map(({ type, name, reason }) => ({ type, name, reason })),
        lost: plan.lost.map(({ type, name, reason }) => ({ type, name, reason })),
        dryRun,
        durationMs: Math.round(performance.now() - startedMs),
      }
    } finally {
      await dump.close()
    }
  },
}
