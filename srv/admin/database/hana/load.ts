import type { Written, LoadPlan, OnLoadStep } from '../../core/transfer/load-plan.ts'
import { LoadTally } from '../../core/transfer/load-tally.ts'
import { RowReader } from '../../core/transfer/row-reader.ts'
import type { Value } from '../../core/values.ts'
import { InsertError } from '../../core/errors.ts'

export interface InsertLoad {
  readonly plan: LoadPlan
  readonly bytes: AsyncIterable<Uint8Array>
  readonly onStep: OnLoadStep
  /** Brings in rows at a time; nothing of them stays when it throws `InsertError`. */
  readonly write: (rows: readonly (readonly Value[])[]) => Promise<Written>
}

interface ReadRow {
  readonly values: readonly Value[]
  readonly line: number
}

const ROWS_FAULTS: readonly string[] = ['CONSTRAINT_VIOLATION', 'INVALID_PARAMETER']

/** Reads a file into a table by arrays of rows; the rows around one that the database refuses are found by halving. */
export const loadByInsert = async ({ plan, bytes, onStep, write }: InsertLoad): Promise<void> => {
  const tally = new LoadTally(plan)
  const rows: ReadRow[] = []
  const reader = new RowReader(plan, {
    row: (values, line) =>
      rows.push({ values: values.map((value, index) => stored(value, plan.columns[index])), line }),
    problem: (problem) => tally.rejected(problem),
  })

  const insertAround = async (batch: readonly ReadRow[]): Promise<void> => {
    const [first] = batch
    if (!first) return
    try {
      tally.wrote(await write(batch.map(({ values }) => values)))
      tally.read(batch.length)
    } catch (error) {
      if (!(error instanceof InsertError) || !ROWS_FAULTS.includes(error.code)) throw error
      if (batch.length === 1) {
        tally.refused(first.line, error)
        return
      }
      const middle = Math.floor(batch.length / 2)
      await insertAround(batch.slice(0, middle))
      await insertAround(batch.slice(middle))
    }
  }

  const flush = async (least: number): Promise<void> => {
    while (rows.length >= least) await insertAround(rows.splice(0, plan.batchSize))
    onStep(tally.take())
  }
  for await (const part of bytes) {
    reader.push(part)
    await flush(plan.batchSize)
  }
  reader.end()
  await flush(1)
}

/** HANA's timestamps have no zone: they are in UTC. */
const stored = (value: Value, column: LoadPlan['columns'][number] | undefined): Value =>
  column?.kind === 'timestamp' && typeof value === 'string' ? value.replace('T', ' ').replace(/Z$/, '') : value
