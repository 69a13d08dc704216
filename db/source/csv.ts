/** One row by column name; a column that is absent is null. */
export type Row = Record<string, string>

/** Formats rows as CSV (RFC 4180, but with plain line feeds); null is an empty field without quotes. */
export function formatCsv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => formatField(row[column])).join(','))
  return [columns.join(','), ...lines].join('\n') + '\n'
}

function formatField(value: string | undefined): string {
  if (value === undefined) return ''
  return /[",\r\n]/.test(value) || value.trim() !== value ? `"${value.replaceAll('"', '""')}"` : value
}
