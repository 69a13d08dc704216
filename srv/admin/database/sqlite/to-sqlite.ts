import type { SQLInputValue } from 'node:sqlite'
import type { Value } from '../../core/values.ts'

/** node:sqlite binds every number as REAL; whole numbers are INTEGER here. */
export const toSqlite = (value: Value): SQLInputValue => {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return Number.isSafeInteger(value) ? BigInt(value as number) : value
}
