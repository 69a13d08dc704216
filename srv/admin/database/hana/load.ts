import { quoteIdentifier as quote } from '../../core/identifiers.ts'
import { type Merge, type Written, type LoadPlan, type OnLoadStep, LoadTally } from '../../core/transfer/load.ts'
import type { Value } from '../../core/values.ts'
import { AdminError, InsertError } from '../../core/errors.ts'
import type { RowBatch, TableTarget } from '../session.ts'
import { RowReader } from '../../core/transfer/row-reader.ts'

export interface MergeCalls {
  /** The number that a statement answers as `ROWS`. */
  count(sql: string, parameters: readonly Value[]): Promise<number>
  /** Runs a statement for each row of parameters. @returns number of rows changed, of each. @throws InsertError */
  changeEach(sql: string, rows: RowBatch): Promise<readonly number[]>
}

type Row = readonly Value[]

/** Brings rows into a table by updating those that it has, and inserting the others. Not exercised on a live system. */
export class MergeRows {
  readonly #mode: Merge['mode']
  readonly #keys: readonly number[]
  readonly #values: readonly number[]
  readonly #sql: { readonly find: string; readonly update: string; readonly insert: string }

  /** @param columns names of the values of a row, in their order. */
  constructor({ schema, table }: TableTarget, columns: readonly string[], { mode, keys }: Merge) {
    const places = [...columns.keys()]
    const isKey = (place: number): boolean => keys.includes(columns[place] ?? '')
    this.#mode = mode
    this.#keys = places.filter(isKey)
    this.#values = places.filter((place) => !isKey(place))
    const target = `${quote(schema)}.${quote(table)}`
    const is = (indexes: readonly number[], separator: string): string =>
      indexes.map((place) => `${quote(columns[place] ?? '')} = ?`).join(separator)
    const isMeant = is(this.#keys, ' AND ')
    this.#sql = {
      find: `SELECT COUNT(*) AS "ROWS" FROM ${target} WHERE ${isMeant}`,
      update: `UPDATE ${target} SET ${is(this.#values, ', ')} WHERE ${isMeant}`,
      insert: `INSERT INTO ${target} (${columns.map(quote).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    }
  }

  /** @throws InsertError when a row cannot be taken; what came in of the others has to be undone. */
  async write(rows: RowBatch, calls: MergeCalls): Promise<Written> {
    const written = { inserted: 0, updated: 0, ignored: 0 }
    const updates = this.#mode !== 'ignore' && this.#values.length > 0
    // Those of one key go one after the other, as the second meets the first.
    for (let rest: RowBatch = rows; rest.length > 0;) {
      const [turn, later] = this.#apart(rest)
      rest = later
      const found = updates ? await this.#update(turn, calls) : await this.#find(turn, calls)
      const isThere = turn.filter((_, index) => (found[index] ?? 0) > 0)
      written[updates ? 'updated' : 'ignored'] += isThere.length
      const others = turn.filter((_, index) => (found[index] ?? 0) === 0)
      if (this.#mode === 'update') written.ignored += others.length
      else if (others.length > 0) {
        await calls.changeEach(this.#sql.insert, others)
        written.inserted += others.length
      }
    }
    return written
  }

  async #update(rows: RowBatch, calls: MergeCalls): Promise<readonly number[]> {
    const places = [...this.#values, ...this.#keys]
    const counts = await calls.changeEach(
      this.#sql.update,
      rows.map((row) => places.map((place) => row[place] ?? null)),
    )
    return refuseSeveral(counts)
  }

  async #find(rows: RowBatch, calls: MergeCalls): Promise<readonly number[]> {
    const counts: number[] = []
    for (const row of rows) counts.push(await calls.count(this.#sql.find, this.#keyOf(row)))
    return refuseSeveral(counts)
  }

  /** The first row of each key, and the others. */
  #apart(rows: RowBatch): readonly [Row[], Row[]] {
    const seen = new Set<string>()
    const [first, others]: [Row[], Row[]] = [[], []]
    for (const row of rows) {
      const key = JSON.stringify(this.#keyOf(row).map(String))
      ;(seen.has(key) ? others : first).push(row)
      seen.add(key)
    }
    return [first, others]
  }

  #keyOf(row: Row): Value[] {
    return this.#keys.map((place) => row[place] ?? null)
  }
}

const refuseSeveral = (counts: readonly number[]): readonly number[] => {
  if (counts.every((count) => count <= 1)) return counts
  throw new InsertError(new AdminError('CONSTRAINT_VIOLATION', 'Several rows of the table have this key'), null)
}

interface InsertLoad {
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
