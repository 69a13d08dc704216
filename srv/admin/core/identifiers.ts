import { AdminError, type ErrorCode } from './errors.ts'

/**
 * A name without its letter case, the same for every engine and every collation of a database: upper case, since some
 * letters, such as the Greek sigma, have several lower ones.
 */
export const foldName = (name: string): string => name.normalize('NFC').toUpperCase()

/** Quotes a name the way standard SQL does. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Picks a name. @param sent as the client spelt it. @throws AdminError as `nameResolver` has it. */
type NameResolver = (sent: string) => string

/**
 * Picks the names that a client means among those that the catalog has: the exact spelling first, then a unique match
 * but for letter case. Each is looked up, however many there are.
 *
 * @param known candidates; only they are ever returned.
 * @throws AdminError `notFound` with up to three near names; `AMBIGUOUS_NAME` when several differ in case only.
 */
export const nameResolver = (known: Iterable<string>, notFound: ErrorCode, what: string): NameResolver => {
  const names = new Set(known)
  let byFolded: Map<string, string[]> | undefined
  return (sent) => {
    if (names.has(sent)) return sent
    const [match, ...others] = (byFolded ??= Map.groupBy(names, foldName)).get(foldName(sent)) ?? []
    if (match !== undefined && others.length === 0) return match
    const shown = sent.slice(0, LONGEST_SHOWN)
    if (match !== undefined)
      throw new AdminError('AMBIGUOUS_NAME', `${what} '${shown}' could be ${quoted([match, ...others])}`)
    const near = nearNames(sent, [...names])
    throw new AdminError(
      notFound,
      `${what} '${shown}' does not exist${near.length > 0 ? `; did you mean ${quoted(near)}?` : ''}`,
    )
  }
}

/** As `nameResolver`, for a single name. */
export const resolveName = (sent: string, known: readonly string[], notFound: ErrorCode, what: string): string =>
  nameResolver(known, notFound, what)(sent)

/** Characters of a name that a message shows: no database takes more. */
const LONGEST_SHOWN = 256

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** Up to three names within an edit distance that a typing error explains, nearest first. */
export const nearNames = (sent: string, known: readonly string[]): string[] => {
  const folded = foldName(sent).slice(0, 128)
  const limit = Math.max(1, Math.floor(folded.length / 3))
  return known
    .map((name) => ({ name, distance: editDistance(folded, foldName(name).slice(0, 128), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

/** Edit distance with swapped neighbours as one edit, or `limit + 1` as soon as it is certain to exceed the limit. */
const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwapped ? (beforePrevious[j - 2] ?? 0) + 1 : Infinity
      current.push(Math.min(substitution, swap, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    if (Math.min(...current, ...previous) > limit) return limit + 1
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] ?? limit + 1
}

/**
 * Whether a name fits a pattern: `*` stands for any run, `?` for one character, all else for itself; letter case counts.
 * Only the last run is ever made longer, which is enough, so the work is at most the product of both lengths.
 */
export const matchesPattern = (name: string, pattern: string): boolean => {
  const [text, wanted] = [[...name], [...pattern]]
  let [at, next, run, runAt] = [0, 0, -1, 0]
  while (at < text.length) {
    if (wanted[next] === '*') {
      run = next++
      runAt = at
    } else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === text[at])) {
      next++
      at++
    } else if (run >= 0) {
      next = run + 1
      at = ++runAt
    } else return false
  }
  return wanted.slice(next).every((char) => char === '*')
}

/** More than a table has columns, as many as a JSON body has values. */
const MAX_NAMES = 20_000

/**
 * Reads a list of names: a comma-separated text in which a name with commas or quotes stands in double quotes
 * (`a, "b,c"`), or an array of exact names, blanks at their ends included.
 *
 * @returns undefined when nothing is listed.
 * @throws AdminError `INVALID_PARAMETER` for empty names, unclosed quotes and names listed twice; `LIMIT_TOO_LARGE`.
 */
export const parseColumnList = (
  list: string | readonly string[] | undefined,
  field = 'columns',
): string[] | undefined => {
  if (list === undefined) return undefined
  const names = typeof list === 'string' ? splitList(list, field) : [...list]
  if (names.length > MAX_NAMES) throw tooMany(field)
  if (names.length === 0) return undefined
  if (names.includes('')) throw new AdminError('INVALID_PARAMETER', `'${field}' holds an empty name`)
  const known = new Set<string>()
  const twice = names.find((name) => known.has(name) || !known.add(name))
  if (twice !== undefined) throw new AdminError('INVALID_PARAMETER', `'${field}' lists '${twice.slice(0, 256)}' twice`)
  return names
}

/** Spaces are taken by one part only, so that no text is tried in many ways. */
const ITEM = /(?:\s*"((?:[^"]|"")*)"\s*|([^,"]*))(,|$)/y

const splitList = (text: string, field: string): string[] => {
  if (text.trim() === '') return []
  const names: string[] = []
  let at = 0
  for (;;) {
    ITEM.lastIndex = at
    const item = ITEM.exec(text)
    if (!item) throw new AdminError('INVALID_PARAMETER', `'${field}' is not a list of names: a quote is out of place`)
    if (names.push(item[1]?.replaceAll('""', '"') ?? item[2]?.trim() ?? '') > MAX_NAMES) throw tooMany(field)
    if (item[3] === '') return names
    at = ITEM.lastIndex
  }
}

const tooMany = (field: string): AdminError =>
  new AdminError('LIMIT_TOO_LARGE', `'${field}' lists at most ${MAX_NAMES} names`)

/** Finds a column by the name that a filter uses: exact spelling first, then but for letter case. */
export const columnResolver = <Column extends { readonly name: string }>(
  columns: readonly Column[],
): ((name: string) => Column) => {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const nameOf = nameResolver(byName.keys(), 'COLUMN_NOT_FOUND', 'Column')
  return (name) => {
    const column = byName.get(nameOf(name))
    if (!column) throw new RangeError('A resolved column is one of the known ones')
    return column
  }
}
