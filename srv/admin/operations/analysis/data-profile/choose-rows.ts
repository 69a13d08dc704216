import { compileWhere } from '../../../core/filter/where.ts'
import { filterTarget } from '../../masking.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'
import { type Rows, selectFrom } from './rows.ts'

/** More rows are looked for again by each statement, rather than kept in mind. */
const MOST_PINNED = 200_000

/** Some rows of a table, and how they were taken. */
export interface Sample {
  readonly rows: Rows
  readonly method: string
}

/** All rows of a table that a filter leaves. */
export const allRows = (context: SessionContext, table: ResolvedTable, where: string | undefined): Rows => {
  const { quote } = context.dialect
  return {
    from: `${quote(table.schema)}.${quote(table.name)}`,
    condition: compileWhere(where, filterTarget(context, table)) ?? { sql: '', parameters: [] },
    areStored: table.type === 'table',
  }
}

/** Whether the engine can take a sample of such a table. */
export const canSample = async ({ dialect, session }: SessionContext, table: ResolvedTable): Promise<boolean> => {
  const { sampling } = dialect.analysis
  if (!sampling) return false
  const found = await session.query(sampling.canSample({ schema: table.schema, table: table.name }))
  return found.length > 0
}

/**
 * About so many rows of all, the same ones for every statement.
 *
 * @param rowCount how many there are
 * @returns null where the engine takes no samples
 */
export const sampleOf = async (
  { dialect, session }: SessionContext,
  all: Rows,
  rowCount: number,
  wanted: number,
): Promise<Sample | null> => {
  const { sampling } = dialect.analysis
  if (!sampling) return null
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
