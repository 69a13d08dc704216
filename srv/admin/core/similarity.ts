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
