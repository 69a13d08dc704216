/** Two texts, each cut into what they begin with together, what differs, and what they end with together. */
export interface DifferingPart {
  readonly start: string
  readonly left: string
  readonly right: string
  readonly end: string
}

/**
 * Finds where two texts differ, so that it can be marked. Whole characters, never halves of a surrogate pair.
 *
 * @returns null when so little is common that marking the rest would only disturb.
 */
export const differingPart = (a: string, b: string): DifferingPart | null => {
  const [left, right] = [[...a], [...b]]
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++
  if (start + end < Math.max(left.length, right.length) / 3) return null
  return {
    start: left.slice(0, start).join(''),
    left: left.slice(start, left.length - end).join(''),
    right: right.slice(start, right.length - end).join(''),
    end: left.slice(left.length - end).join(''),
  }
}
