/** Bits of a machine word of the algorithm. */
const WORD = 32

/** Where each character of the pattern stands, as bits; filled before and emptied after each use. */
const positions = new Uint32Array(0x10000)

/**
 * Levenshtein distance of two texts in UTF-16 units: the least number of units to insert, delete or replace.
 *
 * By the bit-parallel algorithm of Myers in the form of Hyyrö for texts of up to 32 units, by rows beyond.
 */
export const editDistance = (a: string, b: string): number => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length === 0) return long.length
  return short.length <= WORD ? bitParallel(short, long) : byRows(short, long)
}

const bitParallel = (pattern: string, text: string): number => {
  const size = pattern.length
  const last = 1 << (size - 1)
  for (let index = 0; index < size; index++) {
    const unit = pattern.charCodeAt(index)
    positions[unit] = (positions[unit] ?? 0) | (1 << index)
  }
  let [plus, minus, distance] = [-1, 0, size]
  for (let index = 0; index < text.length; index++) {
    const equal = positions[text.charCodeAt(index)] ?? 0
    const diagonal = (((equal & plus) + plus) ^ plus) | equal | minus
    let up = minus | ~(diagonal | plus)
    let down = plus & diagonal
    if (up & last) distance++
    if (down & last) distance--
    up = (up << 1) | 1
    down <<= 1
    plus = down | ~(diagonal | up)
    minus = up & diagonal
  }
  for (let index = 0; index < size; index++) positions[pattern.charCodeAt(index)] = 0
  return distance
}

const byRows = (short: string, long: string): number => {
  const row = Uint32Array.from({ length: short.length + 1 }, (_, index) => index)
  for (let i = 1; i <= long.length; i++) {
    const unit = long.charCodeAt(i - 1)
    let diagonal = row[0] ?? 0
    row[0] = i
    for (let j = 1; j <= short.length; j++) {
      const above = row[j] ?? 0
      row[j] = Math.min(above + 1, (row[j - 1] ?? 0) + 1, diagonal + (short.charCodeAt(j - 1) === unit ? 0 : 1))
      diagonal = above
    }
  }
  return row[short.length] ?? 0
}

/** Share of the longer text that two texts have in common by their edit distance: 1 for equal ones, 0 for those that have nothing in common. */
export const similarity = (a: string, b: string): number =>
  a === b ? 1 : 1 - editDistance(a, b) / Math.max(a.length, b.length)

/** What `similarity` cannot exceed, by the lengths alone. */
export const similarityBound = (a: string, b: string): number =>
  a.length === b.length ? 1 : Math.min(a.length, b.length) / Math.max(a.length, b.length)

/** A text of each compared column; null where the row has none. */
export type FuzzyRow = readonly (string | null)[]

export interface FuzzyOptions {
  /** From which mean similarity of its columns on a pair belongs together; 0 to 1. */
  readonly threshold: number
  /** Whether two columns without value are alike. */
  readonly nullsEqual: boolean
}

/** Rows that belong together, directly or through others. */
export interface FuzzyGroup {
  /** Indices of the rows, ascending; at least two. */
  readonly members: readonly number[]
  /** Mean similarity of the pairs that reach the threshold: measured, 0 to 1. */
  readonly similarity: number
}

/** Units of text compared between two yields: about a millisecond of work. */
const WORK_PER_TURN = 50_000

/**
 * Compares each pair of rows, and joins rows into groups over pairs that are alike. A generator that yields between
 * pieces of work, so that the caller can let others have their turn.
 */
export function* groupSimilar(rows: readonly FuzzyRow[], options: FuzzyOptions): Generator<void, FuzzyGroup[]> {
  const parents = rows.map((_, index) => index)
  const links: { row: number; similarity: number }[] = []
  let work = 0
  for (let i = 0; i < rows.length; i++)
    for (let j = i + 1; j < rows.length; j++) {
      const [a = [], b = []] = [rows[i], rows[j]]
      const score = pairSimilarity(a, b, options)
      work += 20 + workOf(a)
      if (work > WORK_PER_TURN) {
        work = 0
        yield
      }
      if (score === null) continue
      links.push({ row: i, similarity: score })
      parents[rootOf(parents, j)] = rootOf(parents, i)
    }
  return collect(parents, links)
}

const workOf = (row: FuzzyRow): number => row.reduce((sum, text) => sum + (text?.length ?? 0), 0)

/**
 * Mean similarity of the columns of two rows, or null when it is below the threshold. A value is nothing like no value.
 */
export const pairSimilarity = (a: FuzzyRow, b: FuzzyRow, { threshold, nullsEqual }: FuzzyOptions): number | null => {
  const wanted = threshold * a.length
  // Adding up fractions must not miss a threshold that is met exactly.
  const isEnough = (total: number): boolean => total >= wanted - 1e-9
  const known = a.map((text, index) => {
    const other = b[index] ?? null
    return text === null || other === null ? Number(text === other && nullsEqual) : null
  })
  let bound = a.reduce((sum, text, index) => sum + (known[index] ?? similarityBound(text ?? '', b[index] ?? '')), 0)
  let total = 0
  for (const [index, text] of a.entries()) {
    if (!isEnough(bound)) return null
    const other = b[index] ?? ''
    const found = known[index] ?? similarity(text ?? '', other)
    bound += found - (known[index] ?? similarityBound(text ?? '', other))
    total += found
  }
  return isEnough(total) ? total / a.length : null
}

const rootOf = (parents: number[], index: number): number => {
  let root = index
  while (parents[root] !== root) root = parents[root] = parents[parents[root] ?? 0] ?? 0
  return root
}

const collect = (parents: number[], links: readonly { row: number; similarity: number }[]): FuzzyGroup[] => {
  const groups = new Map<number, { members: number[]; total: number; links: number }>()
  for (const index of parents.keys()) {
    const root = rootOf(parents, index)
    const group = groups.get(root)
    if (group) group.members.push(index)
    else groups.set(root, { members: [index], total: 0, links: 0 })
  }
  for (const link of links) {
    const group = groups.get(rootOf(parents, link.row))
    if (!group) continue
    group.total += link.similarity
    group.links++
  }
  return [...groups.values()]
    .filter(({ members }) => members.length > 1)
    .map(({ members, total, links: count }) => ({ members, similarity: total / count }))
}
