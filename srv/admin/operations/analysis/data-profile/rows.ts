import type { Statement } from '../../../core/values.ts'

/** The rows that are profiled. */
export interface Rows {
  /** What stands behind FROM. */
  readonly from: string
  /** Conditions that all have to hold, with the parameters of the first positions. */
  readonly condition: Statement
  /** They are stored as they are read; those of a view may cost much to work out. */
  readonly areStored: boolean
}

export const selectFrom = ({ from, condition }: Rows, ...conditions: readonly string[]): string => {
  const all = [condition.sql, ...conditions].filter((sql) => sql !== '')
  return `FROM ${from}${all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`}`
}
