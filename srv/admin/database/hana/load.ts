import type { LoadPlan, LoadStep } from '../../core/transfer/load-plan.ts'
import { LoadTally } from '../../core/transfer/load-tally.ts'
import { RowReader } from '../../core/transfer/row-reader.ts'
import type { Value } from '../../core/values.ts'
import { InsertError } from '../../errors.ts'
import type { RowBatch } from '../session.ts'

export interface InsertLoad {
  readonly plan: LoadPlan
  readonly bytes: AsyncIterable<Uint8Array>
  readonly onStep: (step: LoadStep) => void
  /** Inserts all of the rows or none. */
  readonly insert: (rows: RowBatch) => Promise<unknown>
}

interface PlacedRow {
  readonly values: readonly Value[]
  readonly line: number
}

/** Reads a file into a table by arrays of rows. */
export const loadByInsert = async ({ plan, bytes, onStep, insert }: InsertLoad): Promise<void> => {
  const tally = new LoadTally(plan)
  let pending: PlacedRow[] = []
  const timestamps = plan.columns.map(({ kind }) => kind === 'timestamp')
  const reader = new RowReader(plan, {
    row: (values, line) => {
      pending.push({ values: values.map((value, index) => (timestamps[index] ? plainTimestamp(value) : value)), line })
    },
    problem: (problem) => {
      tally.rejected(problem)
    },
  })
  const flush = async (least: number): Promise<void> => {
    while (pending.length > 0 && pending.length >= least) {
      await insertAround(pending.slice(0, plan.batchSize), tally, insert)
      pending = pending.slice(plan.batchSize)
    }
    onStep(tally.take())
  }
  for await (const part of bytes) {
    reader.push(part)
    await flush(plan.batchSize)
  }
  reader.end()
  await flush(1)
}

/** Inserts rows without those that the server refuses: it does not say which, so they are found by halving. */
const insertAround = async (
  rows: readonly PlacedRow[],
  tally: LoadTally,
  insert: InsertLoad['insert'],
): Promise<void> => {
  try {
    await insert(rows.map(({ values }) => values))
    tally.inserted(rows.length)
  } catch (error) {
    if (!(error instanceof InsertError) || !ROWS_FAULTS.includes(error.code)) throw error
    const [first] = rows
    if (rows.length === 1 && first) {
      tally.rejected({ line: first.line, column: null, code: error.code, message: error.details })
      return
    }
    const middle = Math.ceil(rows.length / 2)
    await insertAround(rows.slice(0, middle), tally, insert)
    await insertAround(rows.slice(middle), tally, insert)
  }
}

const ROWS_FAULTS: readonly string[] = ['CONSTRAINT_VIOLATION', 'INVALID_PARAMETER']

/** HANA's timestamps have no zone: they are in UTC. */
const plainTimestamp = (value: Value): Value =>
  typeof value === 'string' ? value.replace('T', ' ').replace(/Z$/, '') : value
