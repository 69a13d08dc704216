import type { ColumnMetadata } from '../../dialects/metadata.ts'
import type { Session } from '../../database/session.ts'
import { AdminError } from '../../errors.ts'
import { SqlWriter } from '../sql-writer.ts'
import type { ComparisonPlan, Side } from './comparison-plan.ts'

/**
 * Sees to it that the engine looks at all of each value that is compared, and cuts none in silence.
 *
 * @throws AdminError `NOT_SUPPORTED` with the name of the column where it cannot.
 */
export const refuseUnreached = async (session: Session, plan: ComparisonPlan): Promise<void> => {
  const { comparison } = plan.dialect
  const reach = (column: ColumnMetadata): number | null => comparison.reach?.(column) ?? null
  for (const { left, right } of [...plan.keys, ...plan.compared]) {
    const isText = !comparison.isComparable(left, right)
    const column = [left, right].find((each) => reach(each) === 0 || (isText && reach(each) !== null))
    if (column) throw refusal(column, 'have no equality')
  }
  for (const side of ['left', 'right'] as const) {
    const columns = [...plan.keys, ...plan.compared].map((pair) => pair[side]).filter((each) => reach(each) !== null)
    const lengths = columns.length === 0 ? [] : await longest(session, plan, side, columns)
    const column = columns.find((each, index) => (lengths[index] ?? 0) > (reach(each) ?? Infinity))
    if (column) throw refusal(column, `are compared up to a length of ${reach(column)} only, and some are longer`)
  }
}

const refusal = ({ name, type }: ColumnMetadata, reason: string): AdminError =>
  new AdminError('NOT_SUPPORTED', `Values of column '${name}' (${type}) ${reason}: exclude it`)

const longest = async (
  session: Session,
  { dialect, ...sides }: ComparisonPlan,
  side: Side,
  columns: readonly ColumnMetadata[],
): Promise<number[]> => {
  const writer = new SqlWriter(dialect)
  const lengths = columns.map(
    (column, index) => `max(${dialect.analysis.length(column, `"s".${writer.quote(column.name)}`)}) AS "m${index}"`,
  )
  const [row = {}] = await session.query(
    writer.statement(`SELECT ${lengths.join(', ')} FROM ${writer.rows(sides[side], '"s"')}`),
  )
  return columns.map((_, index) => Number(row[`m${index}`] ?? 0))
}
