import type { Column } from './column.ts'

type Named<Row> = Pick<Column<Row>, 'key' | 'value'>

/**
 * Rows as CSV, in the form that the API reads and writes: NULL is nothing, the empty text is `""`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export const writeCsv = <Row>(columns: readonly Named<Row>[], rows: readonly Row[]): string => {
  const lines = [
    columns.map(({ key }) => quote(key)),
    ...rows.map((row) => columns.map(({ value }) => field(value(row)))),
  ]
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('')
}

/** Rows as a JSON array of objects. */
export const writeJson = <Row>(columns: readonly Named<Row>[], rows: readonly Row[]): string => {
  const objects = rows.map((row) => Object.fromEntries(columns.map(({ key, value }) => [key, value(row) ?? null])))
  return `${JSON.stringify(objects, null, 2)}\n`
}

const field = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return quote(typeof value === 'string' ? value : JSON.stringify(value))
}

const quote = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
