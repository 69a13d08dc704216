import type { Static } from '@sinclair/typebox'
import * as t from '../../core/json-schema.ts'
import { refuseMore } from '../list-page.ts'
import { FIRST_PAGE, type PagePosition, readCursor, writeCursor } from '../../core/comparison/page-cursor.ts'
import { AdminError } from '../../core/errors.ts'
import type { ComparisonPlan } from '../comparison/comparison-plan.ts'
import {
  inSession,
  type Json,
  type JsonObject,
  type Operation,
  type SessionContext,
  type StreamedResult,
} from '../operation.ts'
import { planComparison, type PlannedComparison, COMPARISON_INPUT, columnList } from '../comparison/plan-comparison.ts'
import { textAnswer } from '../answer-types.ts'
import { type Difference, findDifferences } from './data-diff/find-differences.ts'
import { csvText } from '../../core/csv/csv-writer.ts'
import type { JsonValue } from '../../core/values.ts'
import type { Finding } from '../comparison/keyed-findings.ts'

const INPUT = t.object({
  ...COMPARISON_INPUT,
  compareColumns: columnList('Columns that are compared; by default all that both tables have'),
  ...t.optionals({
    showValues: t.boolean('Tell the values of both sides, not only where they differ (true)'),
    limit: t.integer('Differences listed (1,000)', { minimum: 1 }),
    cursor: t.string('`nextCursor` of the page before', { maxLength: 20_000 }),
    ignoreCase: t.boolean('Letter case does not count in compared texts (false)'),
    trim: t.boolean('Blanks around compared texts do not count (false)'),
    allowDuplicateKeys: t.boolean('Compare rows whose key occurs more than once as a whole, exactly (false)'),
    format: t.oneOf(['json', 'csv', 'summary']),
  }),
})

const names = t.stringArray()
const values = t.record(t.unknown())
const rows = t.optional(t.arrayOf({ key: values, ...t.optionals({ row: values, count: t.integer() }) }))

/** The answer of dataDiff. */
const OUTPUT = t.object({
  keyColumns: names,
  comparedColumns: names,
  summary: t.object(t.integers('identical', 'different', 'onlyInTable1', 'onlyInTable2')),
  columnDifferences: t.arrayOf({ column: t.string(), count: t.integer() }),
  differences: t.optional(
    t.arrayOf({
      key: values,
      changes: t.arrayOf({
        column: t.string(),
        ...t.optionals({ table1Value: t.unknown(), table2Value: t.unknown() }),
      }),
    }),
  ),
  onlyInTable1: rows,
  onlyInTable2: rows,
  ...t.optionals({
    truncated: t.boolean(),
    nextCursor: t.nullable(t.string()),
    format: t.literal('csv'),
    content: t.string(),
  }),
})

const CHANGES: Readonly<Record<Finding, string>> = {
  different: 'different',
  onlyLeft: 'onlyInTable1',
  onlyRight: 'onlyInTable2',
}

/**
 * Differences as CSV, one line for each value: what was found, the key in columns named `key.<name>`, the column and its
 * value in either table. Rows of one table only have a line for each of their values, or one alone without values.
 */
const differencesAsCsv = (keyColumns: readonly string[], differences: readonly Difference[]): string =>
  csvText(
    ['change', ...keyColumns.map((name) => `key.${name}`), 'column', 'table1Value', 'table2Value'],
    differences.flatMap((difference) => {
      const start = [CHANGES[difference.finding], ...keyColumns.map((name) => difference.key[name] ?? null)]
      return cellsOf(difference).map((cells) => [...start, ...cells])
    }),
  )

const cellsOf = ({ finding, changes, row }: Difference): JsonValue[][] => {
  if (changes)
    return changes.map(({ column, table1Value = null, table2Value = null }) => [column, table1Value, table2Value])
  const cells = Object.entries(row ?? {}).map(([column, value]) =>
    finding === 'onlyLeft' ? [column, value, null] : [column, null, value],
  )
  return cells.length === 0 ? [[null, null, null]] : cells
}

type Input = Static<typeof INPUT>

/** Differences listed when no limit is given. */
const LISTED = 1_000

/**
 * Tells in which rows two tables differ. Rows are found by key inside the database; NULL equals NULL. Counts are exact;
 * the lists hold one page of the differences, in the order of the key, and `nextCursor` leads to the next.
 *
 * With `allowDuplicateKeys` rows that the key does not tell apart, like those with a NULL in it, are compared as a whole
 * and exactly; they come last, with the number of times that one table has them more often.
 *
 * @throws AdminError `KEY_REQUIRED` when there is no key, or it occurs more than once; `INVALID_PARAMETER` for a cursor of
 *   another request.
 * @see Admin REST API, Endpoints, POST /dataDiff. Request and answer are ours: the contract leaves both open.
 */
export const dataDiff: Operation<typeof INPUT> = {
  summary: 'Lists the rows in which two tables differ',
  readsRows: true,
  tellsValues: true,
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  run: async (context, input) => {
    const { limits } = context.config
    const limit = input.limit ?? Math.min(LISTED, limits.differencesMax)
    refuseMore('limit', limit, limits.differencesMax)
    return inSession(context, (within) => diff(within, input, limit))
  },
}

const diff = async (context: SessionContext, input: Input, limit: number): Promise<JsonObject | StreamedResult> => {
  const text = { ignoreCase: input.ignoreCase ?? false, trim: input.trim ?? false }
  const planned = await planComparison(context, input, input.compareColumns, text)
  requireKey(planned, input.allowDuplicateKeys ?? false)
  const { plan } = planned
  const scope = scopeOf(plan, input.where)
  const from = input.cursor === undefined ? FIRST_PAGE : readCursor(scope, input.cursor, plan.keys.length)
  const { summary, columns, page, next } = await findDifferences(context.session, planned, {
    from,
    limit: input.format === 'summary' ? 0 : limit,
    hasValues: input.showValues ?? true,
  })
  const answer = {
    keyColumns: plan.keys.map(({ left }) => left.name),
    comparedColumns: plan.compared.map(({ left }) => left.name),
    summary,
    columnDifferences: plan.compared
      .map(({ left }, index) => ({ column: left.name, count: columns[index] ?? 0 }))
      .filter(({ count }) => count > 0),
  }
  if (input.format === 'summary') return answer
  const paging = pagingOf(scope, next)
  if (input.format !== 'csv') return { ...answer, ...listsOf(page), ...paging }
  const content = differencesAsCsv(answer.keyColumns, page)
  const fileName = `${plan.left.table.name}-differences.csv`
  return textAnswer(context, { contentType: 'text/csv', fileName, content }, { ...answer, format: 'csv', ...paging })
}

const requireKey = ({ plan, duplicates: { left, right } }: PlannedComparison, allowDuplicateKeys: boolean): void => {
  if (plan.keys.length === 0)
    throw new AdminError('KEY_REQUIRED', "Neither table has a primary key that is in both: 'keyColumns' is required")
  if (left + right > 0 && !allowDuplicateKeys)
    throw new AdminError(
      'KEY_REQUIRED',
      `Keys occur more than once: ${left} in '${plan.left.table.name}', ${right} in ` +
        `'${plan.right.table.name}'; give other 'keyColumns', or set 'allowDuplicateKeys'`,
    )
}

/** What a cursor is good for. */
const scopeOf = ({ left, right, keys }: ComparisonPlan, where = ''): string =>
  JSON.stringify([
    ...[left, right].flatMap(({ table }) => [table.schema, table.name]),
    where,
    ...keys.map((pair) => pair.left.name),
  ])

const pagingOf = (scope: string, next: PagePosition | null): JsonObject => ({
  truncated: next !== null,
  nextCursor: next && writeCursor(scope, next),
})

const listsOf = (page: readonly Difference[]): JsonObject => {
  const of = (finding: Difference['finding']): Json[] =>
    page.filter((each) => each.finding === finding).map(({ finding: _, ...shown }) => shown as unknown as Json)
  return { differences: of('different'), onlyInTable1: of('onlyLeft'), onlyInTable2: of('onlyRight') }
}
