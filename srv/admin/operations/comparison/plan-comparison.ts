import type { TProperties } from '@sinclair/typebox'
import * as t from '../../core/json-schema.ts'
import { parseColumnList } from '../../core/identifiers.ts'
import { pairColumns, type PairedColumns } from '../../core/comparison/pair-columns.ts'
import type { TextRules, Tolerance } from '../../dialects/analysis.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'
import { primaryKey } from '../../core/primary-key.ts'
import type { Session } from '../../database/session.ts'
import { type ColumnPair, type ComparisonPlan, repeatedKeys, type Side } from './comparison-plan.ts'
import { checkColumnCount } from '../check-column-count.ts'
import { maskingOf, readWhere, refuseUnlike } from '../masking.ts'
import type { SessionContext } from '../operation.ts'
import { SqlWriter } from '../sql-writer.ts'
import { AdminError } from '../../core/errors.ts'

/**
 * Sees to it that the engine looks at all of each value that is compared, and cuts none in silence.
 *
 * @throws AdminError `NOT_SUPPORTED` with the name of the column where it cannot.
 */
const refuseUnreached = async (session: Session, plan: ComparisonPlan): Promise<void> => {
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

const name = (description: string) => t.string(description, { minLength: 1 })

/** A list of columns: a text with commas, or an array. */
export const columnList = (description: string) => t.optional(t.commaSeparated(description, {}, { maxItems: 2_000 }))

const distance = (description: string) => t.optional(t.number(description, { minimum: 0, maximum: 1e15 }))

/** What both ways to compare two tables are asked with. */
export const COMPARISON_INPUT = {
  schema1: t.optional(name('Schema of the first table; the current one by default')),
  table1: name('First table or view'),
  schema2: t.optional(name('Schema of the second table; the current one by default')),
  table2: name('Second table or view'),
  keyColumns: columnList(
    'Columns that identify a row; by default the primary key of the first table, else of the second',
  ),
  excludeColumns: columnList(
    'Columns that are not looked at; without a column of the primary key there is no key by default',
  ),
  ...t.optionals({
    where: t.string('Filter that rows of both tables have to meet, such as "year >= 1977"', { maxLength: 4_000 }),
    tolerance: t.union(
      [
        t.number(undefined, { minimum: 0, maximum: 1e15 }),
        t.object(
          { absolute: distance('Distance'), relative: distance('Share of the larger number') },
          { additionalProperties: false },
        ),
      ],
      'How much numbers may differ and still count as equal; a number alone is an absolute distance',
    ),
  }),
} satisfies TProperties

type Given = t.Static<ReturnType<typeof t.object<typeof COMPARISON_INPUT>>>

/** Two tables, ready to be compared. */
export interface PlannedComparison {
  readonly plan: ComparisonPlan
  readonly columns: PairedColumns<ColumnMetadata>
  /** How many keys occur more than once in each table. */
  readonly duplicates: Readonly<Record<Side, number>>
}

/**
 * Finds tables, columns and key, and whether the key is one.
 *
 * @param columns to be compared; absent means all.
 * @throws AdminError `COLUMN_MISMATCH`, `LIMIT_TOO_LARGE`, `INVALID_FILTER`, `FORBIDDEN` for a filter by a masked column, a masked key,
 *   `NOT_SUPPORTED` for values that the engine cannot compare, or not all of, and masked columns whose partners are not masked alike, and what names are refused with.
 */
export const planComparison = async (
  context: SessionContext,
  given: Given,
  columns: string | readonly string[] | undefined,
  text: TextRules,
): Promise<PlannedComparison> => {
  const { dialect, names, session } = context
  const left = await names.table(session, given.schema1, given.table1)
  const right = await names.table(session, given.schema2, given.table2)
  const paired = pairColumns(left.columns, right.columns, {
    keyColumns: parseColumnList(given.keyColumns, 'keyColumns'),
    columns: parseColumnList(columns),
    excludeColumns: parseColumnList(given.excludeColumns, 'excludeColumns'),
  })
  checkColumnCount(paired.compared.length)
  const masking = { left: maskingOf(context, left), right: maskingOf(context, right) }
  const isMasked = (pair: ColumnPair): boolean =>
    masking.left.isMasked(pair.left.name) || masking.right.isMasked(pair.right.name)
  // Rows are listed in the order of their keys, and a distance between values is more than whether they are the same.
  const open = given.tolerance === undefined ? paired.keys : [...paired.keys, ...paired.compared]
  for (const pair of open) {
    masking.left.open(pair.left)
    masking.right.open(pair.right)
  }
  refuseUnlike(
    context,
    paired.compared.map((pair) => ({
      left: { table: left, column: pair.left },
      right: { table: right, column: pair.right },
    })),
  )
  const plan = {
    dialect,
    left: { table: left, where: readWhere(context, left, given.where) },
    right: { table: right, where: readWhere(context, right, given.where) },
    keys: paired.keys,
    compared: paired.compared,
    tolerance: readTolerance(given.tolerance),
    text,
    isMasked,
    hasDuplicateKeys: false,
  }
  await refuseUnreached(session, plan)
  if (dialect.comparison.prepare) await session.query(dialect.comparison.prepare)
  const duplicates = {
    left: await countRepeatedKeys(session, plan, 'left'),
    right: await countRepeatedKeys(session, plan, 'right'),
  }
  return {
    plan: { ...plan, hasDuplicateKeys: duplicates.left + duplicates.right > 0 },
    columns: paired,
    duplicates,
  }
}

const readTolerance = (given: Given['tolerance']): Tolerance | null => {
  const { absolute = 0, relative = 0 } = typeof given === 'number' ? { absolute: given } : (given ?? {})
  return absolute === 0 && relative === 0 ? null : { absolute, relative }
}

/** Nothing is asked where the key has the primary key in it, and that is one. */
const countRepeatedKeys = async (session: Session, plan: ComparisonPlan, side: Side): Promise<number> => {
  const keys = plan.keys.map((pair) => pair[side])
  const { table } = plan[side]
  const primary = primaryKey(table)
  const isUnique = primary.length > 0 && !table.isDivided && primary.every((column) => keys.includes(column))
  if (keys.length === 0 || isUnique) return 0
  const writer = new SqlWriter(plan.dialect)
  const repeated = repeatedKeys(
    writer,
    plan,
    side,
    keys.map((_, index) => `"k${index}"`),
  )
  const [row = {}] = await session.query(writer.statement(`SELECT count(*) AS "key_count" FROM (${repeated}) AS "d"`))
  return Number(row['key_count'])
}
