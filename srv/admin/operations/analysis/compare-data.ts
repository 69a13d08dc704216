import * as t from '../../core/json-schema.ts'
import { AdminError } from '../../core/errors.ts'
import { type Findings, findDifferences } from '../comparison/find-differences.ts'
import type { KeyedFinding } from '../comparison/keyed-findings.ts'
import { inSession, type Json, type JsonObject, type Operation, type SessionContext } from '../operation.ts'
import { columnList, COMPARISON_INPUT, planComparison, type PlannedComparison } from '../comparison/plan-comparison.ts'
import type { TableRows } from '../sql-writer.ts'

const names = t.stringArray()
const values = t.record(t.unknown())
const table = t.object({ ...t.strings('schema', 'table'), rowCount: t.integer() })
const rows = t.arrayOf({ key: t.optional(values), row: values, count: t.optional(t.integer()) })

/** The answer of compareData. */
const OUTPUT = t.object({
  identical: t.boolean(),
  mode: t.oneOf(['keyed', 'multiset']),
  ...t.all(names, 'keyColumns', 'comparedColumns', 'columnsOnlyInTable1', 'columnsOnlyInTable2'),
  typeDifferences: t.arrayOf(t.strings('column', 'table1Type', 'table2Type')),
  table1: table,
  table2: table,
  summary: t.object({
    ...t.integers('matching', 'different', 'onlyInTable1', 'onlyInTable2'),
    ...t.integers('duplicateKeys1', 'duplicateKeys2', 'nullKeys1', 'nullKeys2'),
  }),
  columnDifferences: t.arrayOf({ column: t.string(), count: t.integer() }),
  samples: t.object({
    different: t.arrayOf({
      key: values,
      changes: t.arrayOf({ column: t.string(), table1Value: t.unknown(), table2Value: t.unknown() }),
    }),
    onlyInTable1: rows,
    onlyInTable2: rows,
  }),
  durationMs: t.integer(),
})

const INPUT = t.object({
  ...COMPARISON_INPUT,
  columns: columnList('Columns that are compared; by default all that both tables have'),
  samples: t.optional(t.integer('Rows shown of each kind of difference (10)', { minimum: 0, maximum: 100 })),
})

/**
 * Tells whether two tables hold the same rows. Rows with the same key are compared column by column, inside the
 * database, and NULL equals NULL. Rows whose key holds a NULL or occurs more than once, and all rows where there is no
 * key, are compared as a whole and exactly, each as often as it occurs.
 *
 * @returns `identical`: rows and columns agree, whatever their types. In `summary` each row of a table counts once, as
 *   matching, different or only there; `duplicateKeys` counts keys, `nullKeys` rows.
 * @throws AdminError `COLUMN_MISMATCH` when the tables have no column in common.
 * @see Admin REST API, Endpoints, POST /compareData. The answer, and all of the request but the tables' names, are ours.
 */
export const compareData: Operation<typeof INPUT> = {
  summary: 'Tells whether two tables hold the same rows',
  readsRows: true,
  tellsValues: true,
  input: INPUT,
  output: OUTPUT,
  isHeavy: true,
  run: async (context, input) => {
    const startedAt = performance.now()
    const result = await inSession(context, (within) => compare(within, input))
    return { ...result, durationMs: Math.round(performance.now() - startedAt) }
  },
}

const compare = async (context: SessionContext, input: t.Static<typeof INPUT>): Promise<JsonObject> => {
  const text = { ignoreCase: false, trim: false }
  const planned = await planComparison(context, input, input.columns, text)
  if (planned.plan.keys.length === 0 && planned.plan.tolerance)
    throw new AdminError('KEY_REQUIRED', "'tolerance' needs a key: rows without one are compared as a whole")
  const hasColumns = planned.plan.left.table.columns.length > 0
  if (hasColumns && planned.plan.keys.length + planned.plan.compared.length === 0)
    throw new AdminError('COLUMN_MISMATCH', 'No column is left to compare')
  const findings = await findDifferences(context.session, planned, input.samples ?? 10)
  return describe(planned, findings)
}

const describe = ({ plan, columns, duplicates }: PlannedComparison, { keyed, whole }: Findings): JsonObject => {
  const onlyIn1 = (keyed?.counts.onlyLeft ?? 0) + (whole?.counts.onlyLeft ?? 0)
  const onlyIn2 = (keyed?.counts.onlyRight ?? 0) + (whole?.counts.onlyRight ?? 0)
  const different = keyed?.counts.different ?? 0
  const { onlyLeft, onlyRight } = columns
  const hasSameColumns = onlyLeft.length === 0 && onlyRight.length === 0
  const table = ({ table: { schema, name } }: TableRows, rowCount = 0): JsonObject => ({
    schema,
    table: name,
    rowCount,
  })
  return {
    identical: hasSameColumns && different === 0 && onlyIn1 === 0 && onlyIn2 === 0,
    mode: keyed ? 'keyed' : 'multiset',
    keyColumns: plan.keys.map(({ left }) => left.name),
    comparedColumns: plan.compared.map(({ left }) => left.name),
    columnsOnlyInTable1: onlyLeft,
    columnsOnlyInTable2: onlyRight,
    typeDifferences: [...plan.keys, ...plan.compared]
      .filter(({ left, right }) => left.type !== right.type)
      .map(({ left, right }) => ({ column: left.name, table1Type: left.type, table2Type: right.type })),
    table1: table(plan.left, keyed?.counts.rows1 ?? whole?.counts.rows1),
    table2: table(plan.right, keyed?.counts.rows2 ?? whole?.counts.rows2),
    summary: {
      matching: (keyed?.counts.matching ?? 0) + (whole?.counts.matching ?? 0),
      different,
      onlyInTable1: onlyIn1,
      onlyInTable2: onlyIn2,
      duplicateKeys1: duplicates.left,
      duplicateKeys2: duplicates.right,
      nullKeys1: keyed?.counts.nulls1 ?? 0,
      nullKeys2: keyed?.counts.nulls2 ?? 0,
    },
    columnDifferences: plan.compared
      .map(({ left }, index) => ({ column: left.name, count: keyed?.counts.columns[index] ?? 0 }))
      .filter(({ count }) => count > 0),
    samples: {
      different: (keyed?.findings ?? []).filter(({ finding }) => finding === 'different').map(changesOf),
      onlyInTable1: rowsOnlyIn('onlyLeft', plan.keys.length, { keyed, whole }),
      onlyInTable2: rowsOnlyIn('onlyRight', plan.keys.length, { keyed, whole }),
    },
  }
}

const changesOf = ({ key, changed, left, right }: KeyedFinding): Json => ({
  key,
  changes: changed.map(({ left: { name } }) => ({
    column: name,
    table1Value: left[name] ?? null,
    table2Value: right[name] ?? null,
  })),
})

const rowsOnlyIn = (side: 'onlyLeft' | 'onlyRight', keyLength: number, { keyed, whole }: Findings): Json[] => [
  ...(keyed?.findings ?? [])
    .filter(({ finding }) => finding === side)
    .map(({ key, left, right }) => ({ key, row: side === 'onlyLeft' ? left : right })),
  ...(whole?.surplus ?? [])
    .filter(({ finding }) => finding === side)
    .map(({ values, count }) => {
      const fields = Object.entries(values)
      const row = Object.fromEntries(fields.slice(keyLength))
      return keyLength === 0 ? { row, count } : { key: Object.fromEntries(fields.slice(0, keyLength)), row, count }
    }),
]
