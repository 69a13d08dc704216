import type { JsonValue } from './values.ts'

/** A list as CSV: null is empty without quotes, the empty text `""`. @see https://www.rfc-editor.org/rfc/rfc4180 */
export const csvText = (header: readonly string[], rows: readonly (readonly JsonValue[])[]): string =>
  [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')

const field = (value: JsonValue): string => {
  if (value === null) return ''
  const text = String(value)
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
