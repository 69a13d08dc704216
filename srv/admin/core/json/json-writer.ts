import type { Value, ValueKind } from '../values.ts'
import { toBase64 } from '../transfer/plain-text.ts'
import type { RowFormatter, TextFormat } from '../transfer/text-format.ts'

type JsonFormat = Extract<TextFormat, { type: 'json' | 'ndjson' }>

/**
 * Writes rows as JSON objects. Whole numbers beyond 2^53 - 1 and decimals are strings, and so are numbers that JSON
 * has no words for; bytes are base64.
 */
export const createJsonFormatter = ({ type, columns }: JsonFormat): RowFormatter => {
  const kinds = columns.map(({ kind }) => kind)
  const starts = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const [between, after] = type === 'json' ? [',', ''] : ['', '\n']
  return (rows) => {
    let text = ''
    for (const row of rows) {
      if (text !== '') text += between
      for (let index = 0; index < starts.length; index++)
        text += (starts[index] ?? '') + jsonText(row[index] ?? null, kinds[index] ?? 'other')
      text += `}${after}`
    }
    return text
  }
}

// Such text needs no escapes and is much the most frequent.
const PLAIN = /^[ !#-[\]-~]*$/

const jsonText = (value: Value, kind: ValueKind): string => {
  switch (typeof value) {
    case 'string':
      return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)
    case 'number':
      if (kind === 'boolean' && (value === 0 || value === 1)) return value === 1 ? 'true' : 'false'
      return Number.isFinite(value) && kind !== 'decimal' ? String(value) : `"${String(value)}"`
    case 'bigint':
      return isSafe(value) && kind !== 'decimal' ? String(value) : `"${String(value)}"`
    case 'boolean':
      return String(value)
    default:
      return value === null ? 'null' : `"${toBase64(value)}"`
  }
}

const isSafe = (value: bigint): boolean => value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
