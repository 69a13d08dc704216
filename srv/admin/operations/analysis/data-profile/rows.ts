import type { Statement } from '../../../core/values.ts'
import type { Sampling } from '../../../dialects/analysis.ts'
import { conditionOf } from '../../masking.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

/** The rows that are profiled. */
export interface Rows {
  /** What stands behind FROM. */
  readonly from: string
  /** Conditions that all have to hold, with the parameters of the first positions. */
  readonly condition: Statement
  /** They are stored as they are read; those of a view may cost much to work out. */
  readonly areStored: boolean
}

export const selectFrom = ({ from, condition }: Rows, ...conditions: readonly string[]): string => {
  const all = [condition.sql, ...conditions].filter((sql) => sql !== '')
  return `FROM ${from}${all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`}`
}

/** More rows are looked for again by each statement, rather than kept in mind. */
const MOST_PINNED = 200_000

/** Some rows of a table, and how they were taken. */
interface Sample {
  readonly rows: Rows
  readonly method: string
}

/** All rows of a table that a filter leaves. */
export const allRows = (context: SessionContext, table: ResolvedTable, where: string | undefined): Rows => {
  const { quote } = context.dialect
  return {
    from: `${quote(table.schema)}.${quote(table.name)}`,
    condition: conditionOf(context, table, where) ?? { sql: '', parameters: [] },
    areStored: table.type === 'table',
  }
}

/** How to take samples of such a table; null where the engine takes none. */
export const findSampling = async (
  { dialect, session }: SessionContext,
  table: ResolvedTable,
): Promise<Sampling | null> => {
  const { sampling } = dialect.analysis
  if (!sampling) return null
  const found = await session.query(sampling.canSample({ schema: table.schema, table: table.name }))
  return found.length > 0 ? sampling : null
}

/**
 * About so many rows of all, the same ones for every statement.
 *
 * @param rowCount how many there are
 */
export const takeSample = async (
  { session }: SessionContext,
  sampling: Sampling,
  all: Rows,
  rowCount: number,
  wanted: number,
): Promise<Sample> => {
  const { method, clause, condition: sampled } = sampling.sample(wanted / rowCount, rowCount)
  const sql = [all.condition.sql, sampled ?? ''].filter((each) => each !== '').join(' AND ')
  const rows = { ...all, from: `${all.from}${clause}`, condition: { ...all.condition, sql } }
  const { pin } = sampling
  if (!pin || wanted > MOST_PINNED) return { rows, method }
  const [found] = await session.query({
    sql: `SELECT ${pin.told} AS told ${selectFrom(rows)}`,
    parameters: all.condition.parameters,
  })
  return { rows: { ...rows, condition: { sql: pin.condition, parameters: [String(found?.['told'])] } }, method }
}
