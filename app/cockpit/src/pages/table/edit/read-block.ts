/**
 * Reads what spreadsheets put into the clipboard: rows of cells with tabs between them. A cell that has tabs, breaks or quotes
 * itself stands in quotes, with its own doubled.
 */
export const readBlock = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let rest = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(rest)
    const cell = quoted ?? /^[^\t\n]*/.exec(rest)
    rows.at(-1)?.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (cell?.[0] ?? ''))
    rest = rest.slice(cell?.[0].length)
    if (rest === '') return rows
    if (rest.startsWith('\n')) rows.push([])
    rest = rest.slice(1)
  }
}
