import type { Column } from './column.ts'

type Named<Row> = Pick<Column<Row>, 'key' | 'value'>

/** Numbers, of which large ones are texts here, may start with a sign. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text))

/**
 * Rows as CSV, in the form that the API reads and writes: NULL is nothing, the empty text is `""`.
 *
 * @param escapeFormulas puts `'` before text that a spreadsheet would run as a formula.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export const writeCsv = <Row>(
  columns: readonly Named<Row>[],
  rows: readonly Row[],
  { escapeFormulas = false }: { readonly escapeFormulas?: boolean } = {},
): string => {
  const escaped = (text: string): string => (escapeFormulas && isFormula(text) ? `'${text}` : text)
  const field = (value: unknown): string => {
    if (value === null || value === undefined) return ''
    return quote(typeof value === 'string' ? escaped(value) : JSON.stringify(value))
  }
  const lines = [
    columns.map(({ key }) => quote(escaped(key))),
    ...rows.map((row) => columns.map(({ value }) => field(value(row)))),
  ]
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('')
}

/** Rows as a JSON array of objects. */
export const writeJson = <Row>(columns: readonly Named<Row>[], rows: readonly Row[]): string => {
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ key, value }) => [key, value(row) ?? null])))
  return `${JSON.stringify(objects, null, 2)}\n`
}

const quote = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
