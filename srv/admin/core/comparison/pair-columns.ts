import { foldName } from '../fold-name.ts'
import { AdminError } from '../../errors.ts'
import { resolveName } from '../identifiers.ts'

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
  const pairs = left.flatMap((column): Pair<Column>[] => {
    const partner = partnerOf(column, left, right)
    return partner ? [{ left: column, right: partner }] : []
  })
  if (pairs.length === 0 && left.length + right.length > 0)
    throw new AdminError('COLUMN_MISMATCH', 'The tables have no column in common')
  const find = (name: string): Pair<Column> => findPair(name, pairs, left, right)
  const wanted = choice.columns?.map(find)
  const known = [...new Set([...left, ...right].map(({ name }) => name))]
  const excluded = (choice.excludeColumns ?? []).map((name) => resolveName(name, known, 'COLUMN_NOT_FOUND', 'Column'))
  const isExcluded = ({ name }: Column): boolean => excluded.includes(name)
  const byDefault = primaryKey(pairs, left, right)
  const keys = choice.keyColumns?.map(find) ?? (byDefault.some((pair) => isExcluded(pair.left)) ? [] : byDefault)
  const compared = pairs.filter(
    (pair) => !keys.includes(pair) && (wanted?.includes(pair) ?? true) && !isExcluded(pair.left),
  )
  const alone = (columns: readonly Column[], partners: readonly Column[]): string[] =>
    wanted
      ? []
      : columns.filter((column) => !partners.includes(column) && !isExcluded(column)).map((column) => column.name)
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

const partnerOf = <Column extends PairableColumn>(
  { name }: Column,
  left: readonly Column[],
  right: readonly Column[],
): Column | undefined => {
  const same = right.find((each) => each.name === name)
  if (same) return same
  const folded = (column: Column): boolean => foldName(column.name) === foldName(name)
  const [match, ...others] = right.filter(folded)
  return others.length === 0 && left.filter(folded).length === 1 ? match : undefined
}

const findPair = <Column extends PairableColumn>(
  sent: string,
  pairs: readonly Pair<Column>[],
  left: readonly Column[],
  right: readonly Column[],
): Pair<Column> => {
  const known = [...new Set([...left, ...right].map(({ name }) => name))]
  const name = resolveName(sent, known, 'COLUMN_NOT_FOUND', 'Column')
  const pair = pairs.find((each) => each.left.name === name || each.right.name === name)
  if (!pair) throw new AdminError('COLUMN_MISMATCH', `Column '${name}' is in one of the tables only`)
  return pair
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
