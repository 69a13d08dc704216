import { foldName, nameResolver } from '../identifiers.ts'
import { AdminError } from '../errors.ts'

/** What pairing needs to know of a column. */
export interface PairableColumn {
  readonly name: string
  readonly type: string
  /** Ordinal in the primary key from 1; null outside it. */
  readonly keyPosition: number | null
}

/** A column of the first table with its partner in the second. */
export interface Pair<Column> {
  readonly left: Column
  readonly right: Column
}

export interface ColumnChoice {
  /** Columns that identify a row; absent means the primary key of the first table, else of the second, none of it excluded. */
  readonly keyColumns?: readonly string[]
  /** Columns to look at, besides the key; absent means all. */
  readonly columns?: readonly string[]
  readonly excludeColumns?: readonly string[]
}

export interface PairedColumns<Column> {
  /** Empty when there is no key. */
  readonly keys: readonly Pair<Column>[]
  /** Those that are compared, without the key's. */
  readonly compared: readonly Pair<Column>[]
  readonly onlyLeft: readonly string[]
  readonly onlyRight: readonly string[]
}

/**
 * Finds out which columns of two tables belong together: those of the same spelling, then those of a spelling that is
 * the same but for letter case, where that is unique.
 *
 * @throws AdminError `COLUMN_MISMATCH` when a wanted column is in one table only, or no column of those that there are is in both;
 *   `COLUMN_NOT_FOUND`, `AMBIGUOUS_NAME`.
 */
export const pairColumns = <Column extends PairableColumn>(
  left: readonly Column[],
  right: readonly Column[],
  choice: ColumnChoice,
): PairedColumns<Column> => {
  const partnerOf = partnerFinder(left, right)
  const pairs = left.flatMap((column): Pair<Column>[] => {
    const partner = partnerOf(column)
    return partner ? [{ left: column, right: partner }] : []
  })
  if (pairs.length === 0 && left.length + right.length > 0)
    throw new AdminError('COLUMN_MISMATCH', 'The tables have no column in common')
  const known = [...left, ...right].map(({ name }) => name)
  const nameOf = nameResolver(known, 'COLUMN_NOT_FOUND', 'Column')
  const find = pairFinder(pairs, nameOf)
  const wanted = choice.columns && new Set(choice.columns.map(find))
  const excluded = new Set(choice.excludeColumns?.map(nameOf))
  const isExcluded = ({ name }: Column): boolean => excluded.has(name)
  const byDefault = primaryKey(pairs, left, right)
  const keys = choice.keyColumns?.map(find) ?? (byDefault.some((pair) => isExcluded(pair.left)) ? [] : byDefault)
  const isKey = new Set(keys)
  const compared = pairs.filter((pair) => !isKey.has(pair) && (wanted?.has(pair) ?? true) && !isExcluded(pair.left))
  const alone = (columns: readonly Column[], partners: readonly Column[]): string[] => {
    const paired = new Set(partners)
    return wanted
      ? []
      : columns.filter((column) => !paired.has(column) && !isExcluded(column)).map((column) => column.name)
  }
  return {
    keys,
    compared,
    onlyLeft: alone(
      left,
      pairs.map((pair) => pair.left),
    ),
    onlyRight: alone(
      right,
      pairs.map((pair) => pair.right),
    ),
  }
}

const partnerFinder = <Column extends PairableColumn>(
  left: readonly Column[],
  right: readonly Column[],
): ((column: Column) => Column | undefined) => {
  const folded = ({ name }: Column): string => foldName(name)
  const [same, alike, ownAlike] = [byName(right), Map.groupBy(right, folded), Map.groupBy(left, folded)]
  return (column) => {
    const exact = same.get(column.name)
    if (exact) return exact
    const [match, ...others] = alike.get(folded(column)) ?? []
    return others.length === 0 && ownAlike.get(folded(column))?.length === 1 ? match : undefined
  }
}

const byName = <Column extends PairableColumn>(columns: readonly Column[]): ReadonlyMap<string, Column> =>
  new Map(columns.map((column) => [column.name, column]))

/** By the name of either column, that of the first table first. */
const pairFinder = <Column extends PairableColumn>(
  pairs: readonly Pair<Column>[],
  nameOf: (sent: string) => string,
): ((sent: string) => Pair<Column>) => {
  const byEither = new Map<string, Pair<Column>>()
  for (const pair of pairs)
    for (const { name } of [pair.left, pair.right]) if (!byEither.has(name)) byEither.set(name, pair)
  return (sent) => {
    const name = nameOf(sent)
    const pair = byEither.get(name)
    if (!pair) throw new AdminError('COLUMN_MISMATCH', `Column '${name}' is in one of the tables only`)
    return pair
  }
}

const primaryKey = <Column extends PairableColumn>(
  pairs: readonly Pair<Column>[],
  left: readonly Column[],
  right: readonly Column[],
): readonly Pair<Column>[] => {
  for (const [side, columns] of [['left', left] as const, ['right', right] as const]) {
    const keys = pairs.filter((pair) => pair[side].keyPosition !== null)
    keys.sort((a, b) => (a[side].keyPosition ?? 0) - (b[side].keyPosition ?? 0))
    if (keys.length > 0 && keys.length === columns.filter(({ keyPosition }) => keyPosition !== null).length) return keys
  }
  return []
}
