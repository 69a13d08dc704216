import { AdminError } from '../errors.ts'
import { fairShares } from '../fair-shares.ts'

/** A list, an object of many members, or a long text in an answer, of which a part is shown. */
export interface Cut {
  /** Where it is: names of members, with dots between them. */
  readonly at: string
  /** Items, members or characters before the part, and in it. */
  readonly from: number
  readonly shown: number
  readonly of: number
}

export interface CutAnswer {
  readonly answer: Record<string, unknown>
  /** What is not all there; nothing where the answer is whole. */
  readonly cuts: readonly Cut[]
  /** What to pass over to get what follows, by its place: of all that can be cut. */
  readonly next: Readonly<Record<string, number>>
}

interface Part {
  readonly at: string
  readonly owner: Record<string, unknown>
  readonly name: string
  readonly items: Items
  readonly from: number
}

/** What can be cut: how many there are, how long each is as JSON, and some of them. */
interface Items {
  readonly count: number
  lengthOf(index: number): number
  slice(start: number, end: number): unknown
  /** One that is too long on its own. */
  omitted(index: number): unknown
}

/** Members of an object that make it a list of its own, and characters that make a text long. */
const MANY_MEMBERS = 30
const LONG_TEXT = 200

/**
 * Cuts an answer to a length: lists at whole items, in fair shares. An item that is too long on its own is told by its length.
 *
 * @param text of the answer, a JSON object.
 * @param skip what is passed over, by its place, as an answer before has told in `next`.
 * @throws AdminError `INVALID_PARAMETER` for a place that there is not, `LIMIT_TOO_LARGE` for what cannot be cut so far.
 */
export const cutAnswer = (text: string, skip: Readonly<Record<string, number>>, maxLength: number): CutAnswer => {
  const answer = JSON.parse(text) as Record<string, unknown>
  const parts = partsOf(answer, '', skip)
  const unknown = Object.keys(skip).find((place) => !parts.some(({ at }) => at === place))
  if (unknown !== undefined)
    throw new AdminError('INVALID_PARAMETER', `'skip' names '${unknown.slice(0, 64)}', which the answer has not to cut`)
  // Each keeps its place, and its brackets.
  for (const { owner, name } of parts) owner[name] = ''
  const fixed = JSON.stringify(answer).length
  const room = Math.max(0, maxLength - fixed)
  const lengths = parts.map(({ items, from }) => lengthWithin(items, from, room))
  const shares = fairShares(lengths, room)
  const shown = parts.map((part, index) => countWithin(part, shares[index] ?? 0))
  // Each answer goes on, or the next one could not get further either.
  if (shown.every((count) => count === 0)) moveOn(parts, shown, room)
  parts.forEach(({ owner, name, items, from }, index) => {
    const end = from + (shown[index] ?? 0)
    const isTooLong = end === from + 1 && items.lengthOf(from) > room
    owner[name] = isTooLong ? items.omitted(from) : items.slice(from, end)
  })
  if (JSON.stringify(answer).length > maxLength)
    throw new AdminError('LIMIT_TOO_LARGE', `The answer cannot be cut to ${maxLength} characters: ask for less`)
  const cuts = parts.map(({ at, from, items }, index) => ({ at, from, shown: shown[index] ?? 0, of: items.count }))
  return {
    answer,
    cuts: cuts.filter((cut) => cut.from + cut.shown < cut.of),
    next: Object.fromEntries(cuts.filter(({ of }) => of > 0).map((cut) => [cut.at, cut.from + cut.shown])),
  }
}

const partsOf = (owner: Record<string, unknown>, prefix: string, skip: Readonly<Record<string, number>>): Part[] =>
  Object.entries(owner).flatMap(([name, value]): Part[] => {
    const at = `${prefix}${name}`
    const items = itemsOf(value)
    if (items) return [{ at, owner, name, items, from: Math.min(skip[at] ?? 0, items.count) }]
    return isObject(value) ? partsOf(value, `${at}.`, skip) : []
  })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const itemsOf = (value: unknown): Items | undefined => {
  if (Array.isArray(value)) return listItems(value)
  if (typeof value === 'string') return value.length > LONG_TEXT ? textItems(value) : undefined
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  return entries.length >= MANY_MEMBERS ? memberItems(entries) : undefined
}

const tooLong = (length: number): string =>
  `Left out, since it alone has ${length} characters: ask for fewer columns or shorter values`

const listItems = (list: readonly unknown[]): Items => ({
  count: list.length,
  lengthOf: (index) => JSON.stringify(list[index]).length + 1,
  slice: (start, end) => list.slice(start, end),
  omitted: (index) => [{ omitted: tooLong(JSON.stringify(list[index]).length) }],
})

const memberItems = (entries: readonly [string, unknown][]): Items => {
  const lengthOf = (index: number): number => JSON.stringify(Object.fromEntries(entries.slice(index, index + 1))).length
  return {
    count: entries.length,
    lengthOf,
    slice: (start, end) => Object.fromEntries(entries.slice(start, end)),
    omitted: (index) => ({ [(entries[index]?.[0] ?? '').slice(0, 64)]: tooLong(lengthOf(index)) }),
  }
}

/** What JSON may make of a character; both halves of a pair count at the first, so that it is not cut in two. */
const lengthOfCharacter = (text: string, index: number): number => {
  const code = text.charCodeAt(index)
  if (code >= 0xdc00 && code < 0xe000) return 0
  return code < 0x20 || code >= 0xd800 || code === 0x22 || code === 0x5c ? 12 : 1
}

const textItems = (text: string): Items => ({
  count: text.length,
  lengthOf: (index) => lengthOfCharacter(text, index),
  slice: (start, end) => text.slice(start, end),
  omitted: () => '',
})

/** More than `most` need not be counted. */
const lengthWithin = (items: Items, from: number, most: number): number => {
  let length = 0
  for (let index = from; index < items.count && length <= most; index++) length += items.lengthOf(index)
  return length
}

const countWithin = ({ items, from }: Part, share: number): number => {
  let length = 0
  for (let index = from; index < items.count; index++) {
    length += items.lengthOf(index)
    if (length > share) return index - from
  }
  return items.count - from
}

const moveOn = (parts: readonly Part[], shown: number[], room: number): void => {
  const first = parts.findIndex(({ items, from }) => from < items.count)
  const part = parts[first]
  if (part) shown[first] = Math.max(1, countWithin(part, room))
}
