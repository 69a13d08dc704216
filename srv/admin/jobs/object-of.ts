/** Of many tables so many are named, and of long names so many characters told. */
const [NAMED, LONGEST] = [3, 300]

/**
 * What an operation works on, in the words in which it was asked for: tables, a schema, a file.
 *
 * @param input of the operation, as its schema allows it.
 * @returns null where it names nothing, as a statement does.
 */
export const objectOf = (input: Readonly<Record<string, unknown>>): string | null => {
  const object = namesIn(input)
  // What no text of a database can have may stand in names that nobody has looked at yet.
  return object?.slice(0, LONGEST).toWellFormed().replaceAll('\0', '\ufffd') ?? null
}

const namesIn = (input: Readonly<Record<string, unknown>>): string | undefined => {
  const text = (name: string): string | undefined => (typeof input[name] === 'string' ? input[name] : undefined)
  const place = (schema: string, table: string): string | undefined =>
    [text(schema), text(table)].filter((part) => part !== undefined).join('.') || undefined
  const pairs = [
    [place('schema1', 'table1'), place('schema2', 'table2')],
    [place('sourceSchema', 'sourceTable'), place('targetSchema', 'targetTable')],
    [text('schema1'), text('schema2')],
    [text('source'), text('target')],
  ]
  for (const [from, to] of pairs) if (from !== undefined && to !== undefined) return `${from} → ${to}`
  const names = listed(input['tables']) ?? listed(input['files'])
  const object = names
    ? [text('schema'), names].filter((part) => part !== undefined).join(': ')
    : place('schema', 'table')
  return object ?? text('file')
}

/** Names as a list, a text with commas or as the tables of files. */
const listed = (value: unknown): string | undefined => {
  const items: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const names = items.map((item) => (typeof item === 'object' ? (item as { table?: unknown }).table : item))
  if (names.length === 0) return undefined
  const more = names.length > NAMED ? `, … (${String(names.length)})` : ''
  return `${names.slice(0, NAMED).map(String).join(', ')}${more}`
}
