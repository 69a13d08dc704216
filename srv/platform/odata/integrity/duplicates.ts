import type { PayloadItems, PayloadRow } from './rows.ts'
import { uniqueColumns } from '../../cap/model.ts'

/** A row that repeats another one of the same owner, and the column to blame. */
export interface Duplicate {
  readonly item: PayloadRow
  readonly column: string
}

/** The rows of a payload that `@assert.unique` does not allow beside an earlier row; null is like no other value. */
export const findDuplicates = ({ entity, rows, uplink }: PayloadItems): Duplicate[] =>
  uniqueColumns(entity, uplink).flatMap((columns) => {
    const seen = new Set<string>()
    return rows.flatMap((item): Duplicate[] => {
      const values = columns.map((column) => item.row[column])
      if (!columns.length || values.some((value) => value === null || value === undefined)) return []
      const identity = JSON.stringify(values)
      const isRepeated = seen.has(identity)
      seen.add(identity)
      return isRepeated ? [{ item, column: columns[0] ?? '' }] : []
    })
  })
