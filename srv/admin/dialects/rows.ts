/** Readers of catalog rows. */
import { canonicalTimestamp } from '../core/timestamps.ts'
import type { Row } from '../database/session.ts'

export const text = (row: Row, name: string): string => String(row[name])
export const textOrNull = (row: Row, name: string): string | null => (isNull(row, name) ? null : String(row[name]))
export const number = (row: Row, name: string): number => Number(row[name])
export const numberOrNull = (row: Row, name: string): number | null => (isNull(row, name) ? null : Number(row[name]))
/** Engines without booleans answer 0 and 1, or TRUE and FALSE as text. */
export const flag = (row: Row, name: string): boolean =>
  [true, 1, 'TRUE', 'true', 't', 'YES'].includes(row[name] as never)
/** A list that the statement has made a JSON array of. */
export const list = (row: Row, name: string): string[] => JSON.parse(text(row, name)) as string[]
/** ISO 8601 in UTC. */
export const instantOrNull = (row: Row, name: string): string | null =>
  isNull(row, name) ? null : canonicalTimestamp(text(row, name))

const isNull = (row: Row, name: string): boolean => row[name] === null || row[name] === undefined
