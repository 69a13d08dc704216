import { parseQueryString, printQueryString, textBefore, valueOf } from '../url/query.ts'

/** A value that decides the order of rows. */
export type MarkValue = string | number | null

/** Where a page begins, as the link to it says: behind the row that has these values in the order of the collection. */
export interface Mark {
  readonly after: readonly MarkValue[]
  /** Where `$top` says how many rows there shall be, those that are left. */
  readonly left?: number
  /** Where they are counted, how many there were on the first page. */
  readonly count?: number
}

/** As part of a URL. */
export const printMark = (mark: Mark): string => Buffer.from(JSON.stringify(mark)).toString('base64')

const isCount = (value: unknown): boolean => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)

const isMark = (value: unknown): value is Mark => {
  const { after, left, count } = (value ?? {}) as Partial<Mark>
  const areValues = Array.isArray(after) && after.every((each) => each === null || /string|number/.test(typeof each))
  return areValues && isCount(left) && isCount(count)
}

/** What a token says, if it is such a mark, written as this service writes it. */
export function readMark(token: string): Mark | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64').toString())
    return isMark(value) && printMark(value) === token ? value : undefined
  } catch {
    return undefined
  }
}

const MARK = Symbol('mark')
type Marked = { url: string; [MARK]?: Mark }

/** The mark that a request goes on from. */
export const markOf = (req: object): Mark | undefined => (req as Marked)[MARK]

const optionsOf = ({ url }: Marked): ReturnType<typeof parseQueryString> =>
  parseQueryString(url.slice(textBefore(url, '?').length + 1))

/** How many rows a request asks for by `$top`. */
export const rowsAsked = (req: object): number | undefined => {
  const top = valueOf(optionsOf(req as Marked), '$top')
  return top === undefined ? undefined : Number(top)
}

/** Has a request ask for the rows behind a mark in place of those that `$skip` and `$top` count from the beginning. */
export function goOnFrom(req: { url: string }, mark: Mark): void {
  const path = textBefore(req.url, '?')
  const kept = optionsOf(req).filter(({ name }) => !['$skiptoken', '$skip', '$top'].includes(name.trim()))
  const top = mark.left === undefined ? [] : [{ name: '$top', value: String(mark.left) }]
  Object.assign(req, { url: `${path}?${printQueryString([...kept, ...top])}`, [MARK]: mark })
}
