import { checkFile, quoted } from '../../parts/check-file.ts'
import { isNumericType } from '../../parts/column.ts'
import type { ProfiledColumn, ProfileResult } from './profile-result.ts'

/** A column of so few values has them for good, if there are many rows. */
const [FEW_VALUES, MANY_ROWS] = [10, 20]

/** What is so of all rows today, as a file of checks: who knows the data strikes out what need not be so tomorrow. */
export const checksOfProfile = (result: ProfileResult): string =>
  checkFile(result.table, [
    `row_count: { must_be_greater_than_or_equal: ${result.rowCount > 0 ? 1 : 0} }`,
    ...result.columns.flatMap((column) => checksOf(column, result.rowCount)),
  ])

const checksOf = (column: ProfiledColumn, rows: number): string[] => {
  const { nullCount, alerts, masked } = column
  if (rows === 0 || masked) return []
  const name = `column: ${quoted(column.name)}`
  return [
    ...(nullCount === 0 ? [`missing: { ${name} }`] : []),
    ...(alerts.includes('UNIQUE') ? [`duplicate: { ${name} }`] : validOf(column, rows, name)),
  ]
}

const validOf = (
  { type, distinctCount, distinctExact, topValues, min, max }: ProfiledColumn,
  rows: number,
  name: string,
): string[] => {
  const values = topValues.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const isComplete = distinctExact === true && values.length === distinctCount
  if (isComplete && values.length <= FEW_VALUES && rows >= MANY_ROWS && values.length > 0)
    return [`invalid: { ${name}, valid_values: [${values.map(quoted).join(', ')}] }`]
  if (!isNumericType(type) || typeof min !== 'number' || typeof max !== 'number') return []
  return [`invalid: { ${name}, valid_min: ${min}, valid_max: ${max} }`]
}
