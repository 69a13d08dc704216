/** Which column of a file goes into which of a table. Over 200 lines: each way of matching knows of the others what they leave. */
import { AdminError } from '../errors.ts'

export type MatchMode = 'order' | 'name' | 'auto'

/** Which column of a file, by its name or its place from 1, somebody wants in which of a table. */
export interface NamedPair {
  readonly file: string | number
  readonly table: string
}

/** A column of a table, as far as mapping has to know it. */
export interface MappableColumn {
  readonly name: string
  readonly nullable: boolean
  readonly defaultValue: string | null
  readonly isGenerated: boolean
  readonly identity: 'always' | 'by default' | null
}

export interface ColumnMapping<Column> {
  /** Which column of the file goes into which of the table, in the order of the file. */
  readonly pairs: readonly { readonly fileIndex: number; readonly fileName: string; readonly column: Column }[]
  readonly ignoredFileColumns: readonly string[]
  /** Columns of the table that get their default, NULL for want of one. */
  readonly defaultedColumns: readonly string[]
}

/**
 * Decides which column of a file goes into which of a table: by name (the exact one first, then but for letter case,
 * then by letters and digits only), by order, or (auto) by name and then by place, where the table's column of that
 * place is still free. Columns that the database computes take no part, nor do those of the file that have their names; columns that
 * it always numbers take part by their names, or where the file has a column for each. Or as pairs say, and then nothing else.
 *
 * @throws AdminError `COLUMN_MISMATCH` when columns are left over that must not be.
 */
export const mapColumns = <Column extends MappableColumn>(
  fileColumns: readonly string[],
  tableColumns: readonly Column[],
  options: {
    readonly mode: MatchMode | readonly NamedPair[]
    readonly isStrict: boolean
    /** One of the file's columns at least has to have a name of the table, as otherwise the first row may be one of values. */
    readonly needsNames?: boolean
    /** The database numbers the rows anew, whatever the file has. */
    readonly renumbers?: boolean
    /** The engine can be told the values of columns that it always numbers itself. */
    readonly keepsNumbers?: boolean
    /** No row is added: columns of the table that the file does not have stay as they are. */
    readonly onlyChanges?: boolean
  },
): ColumnMapping<Column> => {
  const isComputed = ({ isGenerated, identity, defaultValue }: Column): boolean =>
    isGenerated ||
    (options.renumbers === true
      ? identity !== null || /^nextval\(/.test(defaultValue ?? '')
      : identity === 'always' && !options.keepsNumbers)
  const targets = tableColumns.filter((column) => !isComputed(column))
  const isNumbered = (name: string): boolean =>
    options.keepsNumbers === false &&
    !options.renumbers &&
    tableColumns.some((column) => column.identity === 'always' && column.name.toLowerCase() === name.toLowerCase())
  // A file has the numbers of these where it names them, or has a column more than it would have without.
  const plain = targets.filter(({ identity }) => identity !== 'always')
  const isChosen = typeof options.mode !== 'string'
  if (options.needsNames && !isChosen && !haveOneName(fileColumns, tableColumns))
    throw mismatch(
      `None of the names in the file's first row ${list(fileColumns)} is a column of the table: send 'hasHeader' false if it has values, and true if it has names`,
    )
  const mapping =
    typeof options.mode !== 'string'
      ? mapAsChosen(fileColumns, targets, options.mode)
      : options.mode === 'order'
        ? mapByOrder(fileColumns, fileColumns.length > plain.length ? targets : plain)
        : mapByName(fileColumns, targets)
  if (options.mode === 'auto') placeOthers(fileColumns, plain, tableColumns.filter(isComputed), mapping)
  const pairs = fileColumns.flatMap((fileName, fileIndex) => {
    const column = mapping.get(fileIndex)
    return column ? [{ fileIndex, fileName, column }] : []
  })
  const ignoredFileColumns = fileColumns.filter((_, index) => !mapping.has(index))
  const lost = isChosen ? [] : ignoredFileColumns.filter((name) => isNumbered(name))
  if (lost.length > 0)
    throw mismatch(
      `The database numbers ${list(lost)} itself: to have the rows numbered anew, send identities 'renumber'`,
    )
  if (pairs.length === 0) throw mismatch(`None of the file's columns ${list(fileColumns)} is one of the table`)
  if (options.isStrict && ignoredFileColumns.length > 0)
    throw mismatch(`The table has no column for ${list(ignoredFileColumns)} of the file`)
  const used = new Set(pairs.map(({ column }) => column.name))
  const unmapped = plain.filter((column) => !used.has(column.name))
  if (options.onlyChanges) return { pairs, ignoredFileColumns, defaultedColumns: [] }
  const required = unmapped.filter((column) => !column.nullable && column.defaultValue === null && !column.identity)
  if (required.length > 0)
    throw mismatch(`The file has no column for ${list(required.map(({ name }) => name))}, which must not be null`)
  return { pairs, ignoredFileColumns, defaultedColumns: unmapped.map(({ name }) => name) }
}

/** In the loosest of forms. */
const haveOneName = (fileColumns: readonly string[], tableColumns: readonly MappableColumn[]): boolean => {
  const names = new Set(tableColumns.flatMap(({ name }) => FORMS.map((form) => form(name))))
  return fileColumns.some((name) => FORMS.some((form) => names.has(form(name)) && (name === '' || form(name) !== '')))
}

const mapByOrder = <Column extends MappableColumn>(
  fileColumns: readonly string[],
  targets: readonly Column[],
): Map<number, Column> => {
  if (fileColumns.length > targets.length)
    throw mismatch(`The file has ${fileColumns.length} columns, the table takes ${targets.length}`)
  return new Map(targets.slice(0, fileColumns.length).map((column, index) => [index, column]))
}

const mapAsChosen = <Column extends MappableColumn>(
  fileColumns: readonly string[],
  targets: readonly Column[],
  pairs: readonly NamedPair[],
): Map<number, Column> => {
  const mapping = new Map<number, Column>()
  const places = Map.groupBy(fileColumns.keys(), (index) => fileColumns[index] ?? '')
  const used = new Set<Column>()
  for (const { file, table } of pairs) {
    const [index, rival] = typeof file === 'number' ? [file - 1] : (places.get(file) ?? [])
    if (index === undefined || index >= fileColumns.length)
      throw mismatch(`The file has no column ${typeof file === 'number' ? String(file) : list([file])}`)
    if (rival !== undefined)
      throw mismatch(`Several columns of the file are called ${list([String(file)])}: send places`)
    const column =
      targets.find(({ name }) => name === table) ??
      targets.find(({ name }) => name.toLowerCase() === table.toLowerCase())
    if (!column) throw mismatch(`The table has no column ${list([table])} that takes values`)
    if (used.has(column)) throw mismatch(`Two columns of the file are for ${list([table])}`)
    if (mapping.has(index))
      throw mismatch(`Column ${list([fileColumns[index] ?? ''])} of the file is for two of the table`)
    mapping.set(index, column)
    used.add(column)
  }
  return mapping
}

/** From strict to loose. */
const FORMS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
]

const mapByName = <Column extends MappableColumn>(
  fileColumns: readonly string[],
  targets: readonly Column[],
): Map<number, Column> => {
  const mapping = new Map<number, Column>()
  const used = new Set<Column>()
  for (const form of FORMS) {
    const open = [...fileColumns.keys()].filter((index) => !mapping.has(index))
    const rivalsOf = Map.groupBy(open, (index) => form(fileColumns[index] ?? ''))
    const free = targets.filter((column) => !used.has(column))
    const matchesOf = Map.groupBy(free, ({ name }) => form(name))
    for (const [wanted, rivals] of rivalsOf) {
      // Nothing is left of many a name; the empty one itself SQLite allows.
      if (wanted === '' && form !== FORMS[0]) continue
      const [[index], matches] = [rivals, matchesOf.get(wanted) ?? []]
      const [column] = matches
      if (!column || index === undefined) continue
      if (rivals.length + matches.length > 2)
        throw mismatch(
          `${list(rivals.map((rival) => fileColumns[rival] ?? ''))} of the file could be ${list(matches.map(({ name }) => name))}`,
        )
      mapping.set(index, column)
      used.add(column)
    }
  }
  return mapping
}

/** Adds the columns of a file that have no name of the table. */
const placeOthers = <Column extends MappableColumn>(
  fileColumns: readonly string[],
  targets: readonly Column[],
  computed: readonly Column[],
  mapping: Map<number, Column>,
): void => {
  const used = new Set(mapping.values())
  const computedNames = new Set(computed.map(({ name }) => name.toLowerCase()))
  let place = 0
  for (const [index, name] of fileColumns.entries()) {
    const named = mapping.get(index)
    if (named ? named.identity === 'always' : computedNames.has(name.toLowerCase())) continue
    const column = targets[place++]
    if (mapping.has(index)) continue
    if (!column || used.has(column))
      throw mismatch(
        `The file's column ${list([name])} matches none of the table by name, and that of its place is ${column ? 'taken' : 'missing'}`,
      )
    mapping.set(index, column)
    used.add(column)
  }
}

const list = (names: readonly string[]): string => {
  const shown = names.slice(0, 10).map((name) => `'${name.slice(0, 64)}'`)
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '')
}

const mismatch = (details: string): AdminError => new AdminError('COLUMN_MISMATCH', details)
