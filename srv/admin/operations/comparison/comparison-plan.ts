import type { Pair } from '../../core/comparison/pair-columns.ts'
import type { TextRules, Tolerance } from '../../dialects/analysis.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'
import type { SqlWriter, TableRows } from '../sql-writer.ts'

export type ColumnPair = Pair<ColumnMetadata>
export type Side = 'left' | 'right'

/** Two tables and what is compared in them. */
export interface ComparisonPlan {
  readonly dialect: Dialect
  readonly left: TableRows
  readonly right: TableRows
  readonly keys: readonly ColumnPair[]
  readonly compared: readonly ColumnPair[]
  readonly tolerance: Tolerance | null
  readonly text: TextRules
  /** Whether a pair holds values that the user may not see. */
  readonly isMasked: (pair: ColumnPair) => boolean
  /** There may be several rows with one key. */
  readonly hasDuplicateKeys: boolean
}

/** The name of the query with keys that occur more than once, as SQL has it; its columns are `k0` and so on. */
export const DUPLICATE_KEYS = '"duplicate_keys"'

/** The key of a side in the form in which both are joined. */
export const keyOf = (plan: ComparisonPlan, side: Side, alias: string): string[] =>
  plan.keys.map((pair) => distinguishable(plan, pair, side, alias))

/** Quoted, as all names are: engines fold letter case otherwise, each to its own. */
export const keyNames = ({ keys }: ComparisonPlan): string[] => keys.map((_, index) => `"k${index}"`)

/** Both values of a pair in a form in which they can be told apart. */
export const distinguishable = ({ dialect }: ComparisonPlan, pair: ColumnPair, side: Side, alias: string): string => {
  const { comparison } = dialect
  const sql = `${alias}.${dialect.quote(pair[side].name)}`
  return comparison.isComparable(pair.left, pair.right)
    ? comparison.distinguishable(pair[side], sql)
    : comparison.distinguishable({ ...pair[side], kind: 'text' }, comparison.asText(sql))
}

const WIDER = ['integer', 'decimal', 'float', 'date', 'timestamp'] as const

/** The column that values of both sides of a pair have room in. */
export const commonColumn = ({ dialect }: ComparisonPlan, { left, right }: ColumnPair): ColumnMetadata => {
  const size = (column: ColumnMetadata): number => WIDER.findIndex((kind) => kind === column.kind)
  const wider = size(left) < size(right) ? right : left
  if (!dialect.comparison.isComparable(left, right)) return { ...left, kind: 'text', scale: null }
  return { ...wider, scale: left.scale === right.scale ? left.scale : null }
}

const nullableKeys = (plan: ComparisonPlan, side: Side, alias: string): string[] =>
  keyOf(plan, side, alias).filter((_, index) => plan.keys[index]?.[side].nullable)

/** Whether a row's key has a NULL in it; null when that cannot be. */
export const hasNullKey = (plan: ComparisonPlan, side: Side, alias: string): string | null => {
  const nullable = nullableKeys(plan, side, alias)
  return nullable.length === 0 ? null : `(${nullable.map((sql) => `${sql} IS NULL`).join(' OR ')})`
}

/** Whether a row is the only one with its key, on both sides; null when that is so for all. */
export const isKeyed = (plan: ComparisonPlan, side: Side, alias: string): string | null =>
  isUnique(plan, nullableKeys(plan, side, alias), keyOf(plan, side, alias))

/** The same for rows of a full join. @param keys of either side, whichever there is. */
export const isKeyedBoth = (plan: ComparisonPlan, keys: readonly string[]): string | null => {
  const isNullable = (index: number): boolean => {
    const pair = plan.keys[index]
    return pair !== undefined && (pair.left.nullable || pair.right.nullable)
  }
  const nullable = keys.filter((_, index) => isNullable(index))
  return isUnique(plan, nullable, keys)
}

const isUnique = (plan: ComparisonPlan, nullable: readonly string[], keys: readonly string[]): string | null => {
  const conditions = nullable.map((sql) => `${sql} IS NOT NULL`)
  if (plan.hasDuplicateKeys)
    conditions.push(`(${keys.join(', ')}) NOT IN (SELECT ${keyNames(plan).join(', ')} FROM ${DUPLICATE_KEYS})`)
  return conditions.length === 0 ? null : conditions.join(' AND ')
}

/** The query with the keys that occur more than once on either side. */
export const duplicateKeys = (writer: SqlWriter, plan: ComparisonPlan): string => {
  const { once } = plan.dialect.comparison
  const [left, right] = (['left', 'right'] as const).map((side) => repeatedKeys(writer, plan, side, keyNames(plan)))
  return `${DUPLICATE_KEYS} ${once} (${String(left)} UNION ${String(right)})`
}

/** @param names under which the key's columns are selected. */
export const repeatedKeys = (writer: SqlWriter, plan: ComparisonPlan, side: Side, names: readonly string[]): string => {
  const keys = keyOf(plan, side, '"s"')
  const columns = keys.map((sql, index) => `${sql} AS ${names[index] ?? ''}`)
  const hasKey = nullableKeys(plan, side, '"s"').map((sql) => `${sql} IS NOT NULL`)
  const where = hasKey.length === 0 ? '' : ` WHERE ${hasKey.join(' AND ')}`
  return `SELECT ${columns.join(', ')}, count(*) AS "row_count" FROM ${writer.rows(plan[side], '"s"')}${where}
    GROUP BY ${keys.join(', ')} HAVING count(*) > 1`
}
