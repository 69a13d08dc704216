import type { TableColumn } from '../../../api/table.ts'

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'float'])
/** Kinds of which an empty text is a value. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'binary', 'other'])

/** Digits of a number that are not rounded on the way. */
const EXACT = 15

/**
 * What somebody means who types a text into a column. A number of many digits stays text, so that none is lost; what is no value
 * of the column is left to the database to refuse.
 *
 * @returns null for no text where that is no value.
 */
export const typedValue = (text: string, { kind }: Pick<TableColumn, 'kind'>): unknown => {
  const plain = text.trim()
  if (plain === '' && !TEXTS.has(kind)) return null
  if (kind === 'boolean' && /^(?:true|false)$/i.test(plain)) return plain.toLowerCase() === 'true'
  if (NUMBERS.has(kind) && plain.replace(/\D/g, '').length <= EXACT && String(Number(plain)) === plain)
    return Number(plain)
  return text
}

/** Whether it is too much for a line: it breaks, or is JSON, bytes or long. */
export const isWide = (value: unknown, { kind }: Pick<TableColumn, 'kind'>): boolean =>
  kind === 'json' || kind === 'binary' || (typeof value === 'string' && (value.length > 200 || /[\r\n]/.test(value)))
