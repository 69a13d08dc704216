import type { SessionContext } from '../../operation.ts'
import type { ProfiledColumn } from './column-statement.ts'
import { type Rows, selectFrom } from './rows.ts'

/** Rows that are looked into. */
const TRIED = 10_000
/** A column has few values where so many rows have one of these, measured by the values. */
const REPEATED = 1.02

/**
 * Guesses which columns have few values, from some rows: to group them costs less than to sort them, and tells all that sorting
 * does. A wrong guess costs time, and changes no answer.
 *
 * @param columns as many as one statement may ask about.
 * @returns their names.
 */
export const columnsOfFewValues = async (
  { dialect, session }: SessionContext,
  rows: Rows,
  columns: readonly ProfiledColumn[],
): Promise<ReadonlySet<string>> => {
  const { analysis, quote } = dialect
  const readable = columns.filter(({ hasValues }) => hasValues)
  if (!analysis.aggregates || readable.length === 0) return new Set()
  const names = readable.map(({ metadata }) => quote(metadata.name))
  const counts = readable.map(({ metadata }, index) => {
    const name = names[index] ?? ''
    return `count(DISTINCT ${analysis.comparable(metadata, name)}) AS "d${index}", count(${name}) AS "n${index}"`
  })
  const [row = {}] = await session.query({
    sql: `SELECT ${counts.join(', ')} FROM (SELECT ${names.join(', ')} ${selectFrom(rows)} LIMIT ${TRIED}) AS "few"`,
    parameters: rows.condition.parameters,
  })
  const isRepeated = (index: number): boolean => REPEATED * Number(row[`d${index}`]) <= Number(row[`n${index}`])
  return new Set(readable.filter((_, index) => isRepeated(index)).map(({ metadata }) => metadata.name))
}
