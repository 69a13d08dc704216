/** Indexes that would help, and indexes that help nobody. */

/** An index of all rows of a table, in the order of its columns. */
export interface IndexUse {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
  /** What two indexes have in common that sort alike: direction, collation and so on of each column. */
  readonly order: readonly string[]
  readonly isUnique: boolean
  /** It belongs to a key or a constraint, and goes with it only. */
  readonly isConstraint: boolean
  /** How often it was used, and how often its table was read; null where the engine does not count. */
  readonly scans: number | null
  readonly tableScans: number | null
}

/** Columns by which rows are looked for from the other side, when a row there is deleted or its rows are asked for. */
export interface ReferringColumns {
  readonly table: string
  readonly columns: readonly string[]
}

export type IndexAdvice =
  | { readonly kind: 'missing'; readonly table: string; readonly name: string; readonly columns: readonly string[] }
  | { readonly kind: 'duplicate'; readonly table: string; readonly name: string; readonly other: string }
  | { readonly kind: 'unused'; readonly table: string; readonly name: string; readonly tableScans: number }

/** Below it a table is read whole as quickly. */
export const LARGE_ROWS = 1_000
/** A table that was read less often tells nothing of its indexes. */
const TELLING_SCANS = 1_000

/**
 * What to make and what to drop: columns of keys and associations that no index begins with, indexes that another one
 * does the work of, and indexes that nobody has used although their table was read often. What serves a key is not told
 * to be unused: the database looks there when rows are deleted.
 *
 * @param isLarge whether a table has at least `LARGE_ROWS` rows; smaller ones need no index.
 * @param mostBytes of a name.
 */
export const indexAdvice = (
  indexes: readonly IndexUse[],
  keys: readonly ReferringColumns[],
  isLarge: (table: string) => boolean,
  mostBytes = 63,
): IndexAdvice[] => {
  const byTable = Map.groupBy(indexes, ({ table }) => table)
  const ofTable = (table: string): readonly IndexUse[] => byTable.get(table) ?? []
  const missing: Extract<IndexAdvice, { kind: 'missing' }>[] = []
  // An index for more columns may serve fewer as well.
  for (const { table, columns } of keys.toSorted((a, b) => b.columns.length - a.columns.length)) {
    const others = [...ofTable(table).map((index) => index.columns), ...missing.flatMap(sameTable(table))]
    if (columns.length === 0 || !isLarge(table) || others.some((other) => beginsWith(other, columns))) continue
    const taken = new Set([...indexes, ...missing].map(({ name }) => name.toLowerCase()))
    const wanted = `${table}_by_${columns.join('_')}`
    const name = deriveName(wanted, { from: wanted, to: wanted }, (each) => taken.has(each.toLowerCase()), mostBytes)
    missing.push({ kind: 'missing', table, name, columns })
  }
  const duplicates = indexes.flatMap((index): IndexAdvice[] => {
    const other = ofTable(index.table).find((each) => each !== index && doesTheWorkOf(each, index))
    return other ? [{ kind: 'duplicate', table: index.table, name: index.name, other: other.name }] : []
  })
  const told = new Set(duplicates.map(({ name }) => name))
  const unused = indexes.flatMap((index): IndexAdvice[] => {
    const { table, name, scans, isUnique, isConstraint } = index
    const tableScans = index.tableScans ?? 0
    const isIdle = scans === 0 && tableScans >= TELLING_SCANS && !isUnique && !isConstraint
    const servesKey = keys.some((key) => key.table === table && beginsWith(index.columns, key.columns))
    return isIdle && !servesKey && !told.has(name) && isLarge(table)
      ? [{ kind: 'unused', table, name, tableScans }]
      : []
  })
  return [...missing, ...duplicates, ...unused]
}

const sameTable =
  (table: string) =>
  (advice: Extract<IndexAdvice, { kind: 'missing' }>): (readonly string[])[] =>
    advice.table === table ? [advice.columns] : []

/** Whether rows are found by these columns, whichever of them comes first. */
const beginsWith = (index: readonly string[], columns: readonly string[]): boolean => {
  const first = new Set(index.slice(0, columns.length))
  return index.length >= columns.length && columns.every((column) => first.has(column))
}

/** Of two that are alike the one stays that a constraint or more rules hang on, else the first by name. */
const doesTheWorkOf = (other: IndexUse, index: IndexUse): boolean => {
  if (index.isConstraint || !index.order.every((each, position) => other.order[position] === each)) return false
  if (other.order.length > index.order.length) return !index.isUnique
  if (other.isUnique !== index.isUnique) return other.isUnique
  return other.isConstraint || other.name < index.name
}

/**
 * A name for the copy of something: the old name with the new table's name in place of the old one's, or in front, made
 * unique by a number.
 *
 * @param isTaken tells which names are in use.
 * @param maxBytes what the engine allows in UTF-8.
 */
export const deriveName = (
  name: string,
  tables: { readonly from: string; readonly to: string },
  isTaken: (name: string) => boolean,
  maxBytes = Infinity,
): string => {
  const at = name.indexOf(tables.from)
  const derived = at < 0 ? `${tables.to}_${name}` : name.slice(0, at) + tables.to + name.slice(at + tables.from.length)
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `_${count}`
    const candidate = truncate(derived, maxBytes - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}

const truncate = (text: string, maxBytes: number): string => {
  let result = text
  while (Buffer.byteLength(result) > maxBytes) result = Array.from(result).slice(0, -1).join('')
  return result
}
