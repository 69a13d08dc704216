import { AdminError, type ErrorCode } from '../errors.ts'
import { foldName } from './fold-name.ts'

/** Quotes a name the way standard SQL does. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Picks the name that a client means among those that the catalog has: the exact spelling first, then a unique match
 * but for letter case.
 *
 * @param sent as the client spelt it.
 * @param known candidates; only they are ever returned.
 * @throws AdminError `notFound` with up to three near names; `AMBIGUOUS_NAME` when several differ in case only.
 */
export const resolveName = (sent: string, known: readonly string[], notFound: ErrorCode, what: string): string => {
  if (known.includes(sent)) return sent
  const folded = foldName(sent)
  const matches = known.filter((name) => foldName(name) === folded)
  if (matches.length > 1)
    throw new AdminError(
      'AMBIGUOUS_NAME',
      `${what} '${sent}' could be ${matches.map((name) => `'${name}'`).join(', ')}`,
    )
  if (matches[0] !== undefined) return matches[0]
  const near = nearNames(sent, known)
  const hint = near.length > 0 ? `; did you mean ${near.map((name) => `'${name}'`).join(', ')}?` : ''
  throw new AdminError(notFound, `${what} '${sent}' does not exist${hint}`)
}

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
