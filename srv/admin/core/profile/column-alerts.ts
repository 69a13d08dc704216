export type ColumnAlert = 'CONSTANT' | 'UNIQUE' | 'HIGH_NULL' | 'ALL_NULL' | 'NOT_ALL_NUMBERS'

/** From this share of nulls on it is worth a look; ours. */
const HIGH_NULL_PERCENT = 50

/**
 * What is remarkable about a column.
 *
 * @param counts.distinct, counts.unique values, and values that occur once; null when they were not counted.
 * @param counts.notNumbers values of a numeric column that averages are not about.
 */
export const columnAlerts = (counts: {
  readonly rows: number
  readonly nulls: number
  readonly distinct: number | null
  readonly unique: number | null
  readonly notNumbers?: number
}): ColumnAlert[] => {
  const { rows, nulls, distinct, unique, notNumbers = 0 } = counts
  if (rows === 0) return []
  if (nulls === rows) return ['ALL_NULL']
  const present = rows - nulls
  const alerts: ColumnAlert[] = []
  if (distinct === 1 && present > 1) alerts.push('CONSTANT')
  if (unique === present && present > 1) alerts.push('UNIQUE')
  if (nulls * 100 >= rows * HIGH_NULL_PERCENT) alerts.push('HIGH_NULL')
  if (notNumbers > 0) alerts.push('NOT_ALL_NUMBERS')
  return alerts
}
