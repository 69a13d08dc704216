import { csvText } from '../../../core/csv/csv-writer.ts'
import type { JsonValue } from '../../../core/values.ts'
import type { Finding } from '../../comparison/keyed-findings.ts'
import type { Difference } from './find-differences.ts'

const CHANGES: Readonly<Record<Finding, string>> = {
  different: 'different',
  onlyLeft: 'onlyInTable1',
  onlyRight: 'onlyInTable2',
}

/**
 * Differences as CSV, one line for each value: what was found, the key in columns named `key.<name>`, the column and its
 * value in either table. Rows of one table only have a line for each of their values, or one alone without values.
 */
export const differencesAsCsv = (keyColumns: readonly string[], differences: readonly Difference[]): string =>
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
