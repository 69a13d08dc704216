import { quoteIdentifier } from '../../core/identifiers.ts'
import { plain, type Value } from '../../core/values.ts'
import type { LentReads } from '../row-changes.ts'

const integer = (text: string): Value => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** A parameter, or what is quoted, where it is none. */
const PARAMETER = /"[^"]*"|'[^']*'|\?\d+/g

/** Some drivers take parameters with numbers for names; each is there once, in its place. */
const withoutNumbers = (sql: string): string => sql.replace(PARAMETER, (found) => (found.startsWith('?') ? '?' : found))

/** Drivers read integers as numbers, and bytes as one kind or another. */
export const lentReads: LentReads = {
  // Whoever writes first is the only one who writes: a transaction that has read first may find others in its way.
  begin: (table) => [plain(`DELETE FROM ${table} WHERE 0`)],
  texts: (sql, columns) => {
    const texts = columns.map((name, index) => {
      const column = `"r".${quoteIdentifier(name)}`
      return `CASE typeof(${column}) WHEN 'integer' THEN CAST(${column} AS TEXT) WHEN 'blob' THEN hex(${column}) ELSE ${column} END AS "v${index}", typeof(${column}) AS "t${index}"`
    })
    return `SELECT ${texts.join(', ')} FROM (${withoutNumbers(sql)}) AS "r"`
  },
  value: (text, type) => {
    if (type === 'integer') return integer(String(text))
    if (type === 'blob') return Uint8Array.from(Buffer.from(String(text), 'hex'))
    return type === 'null' ? null : (text as Value)
  },
}
