import { parseQueryString, printQueryString, textBefore, valueOf } from '../../url/query.ts'
import { beforeSend, preference, tellApplied } from '../answers/representation.ts'
import { type Concern, queriesOf, type Request, type Column, type Limit, type Select } from '../../../cap/odata.ts'
import { badRequest } from '../../protocol/errors.ts'
import type { QueryOption } from '../../url/nodes.ts'

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

const isRowCount = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)

const isMark = (value: unknown): value is Mark => {
  const { after, left, count } = (value ?? {}) as Partial<Mark>
  const areValues = Array.isArray(after) && after.every((each) => each === null || /string|number/.test(typeof each))
  return areValues && isRowCount(left) && isRowCount(count)
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

const optionsIn = ({ url }: Marked): ReturnType<typeof parseQueryString> =>
  parseQueryString(url.slice(textBefore(url, '?').length + 1))

/** How many rows a request asks for by `$top`. */
export const rowsAsked = (req: object): number | undefined => {
  const top = valueOf(optionsIn(req as Marked), '$top')
  return top === undefined ? undefined : Number(top)
}

/** Has a request ask for the rows behind a mark in place of those that `$skip` and `$top` count from the beginning. */
export function goOnFrom(req: { url: string }, mark: Mark): void {
  const path = textBefore(req.url, '?')
  const kept = optionsIn(req).filter(({ name }) => !['$skiptoken', '$skip', '$top'].includes(name.trim()))
  const top = mark.left === undefined ? [] : [{ name: '$top', value: String(mark.left) }]
  Object.assign(req, { url: `${path}?${printQueryString([...kept, ...top])}`, [MARK]: mark })
}

/** The length of a page that a client prefers, and how it said so. */
export const pageSizeOf = (req: Request): { size: number; text: string } | undefined => {
  const wish = req.method === 'GET' ? preference(req, 'maxpagesize') : undefined
  const size = Number(wish?.value)
  return wish && Number.isSafeInteger(size) && size > 0 ? { size, text: wish.text } : undefined
}

/** A page is not longer than the client prefers; CAP then sends the link to the next page. */
export const pageSize: Concern = () => (req, res, next) => {
  const wish = pageSizeOf(req)
  const [query, ...more] = queriesOf(req)
  if (!wish || !query?.SELECT || more.length || query.SELECT.one) return next()
  if (req.path.endsWith('/$count')) return next()

  const { size, text } = wish
  const limit = (query.SELECT.limit ??= {})
  limit.rows = { val: Math.min(limit.rows?.val ?? size, size) }
  beforeSend(res, (body) => {
    if (res.statusCode === 200) tellApplied(res, text)
    return body
  })
  next()
}

/** Which rows are asked for, and whether they are counted. A token has the offset, and maybe the rows that are left. */
export function putPage(select: Select, options: readonly QueryOption[]): void {
  const value = (name: string): string | undefined => options.find((option) => option.name === name)?.value
  const [top, skip, count, token] = ['$top', '$skip', '$count', '$skiptoken'].map(value)
  if (count === 'true') Object.assign(select, { count: true })
  if (select.columns?.some((column) => column !== '*' && column.as === '$count')) return
  const [, rows, offset] =
    ROWS_AND_OFFSET.exec(token === undefined ? '' : Buffer.from(token, 'base64').toString('latin1')) ?? []
  const [most, from] = [rows ?? top, offset ?? skip]
  const beyond = rows === undefined && token !== undefined ? Number(token) : 0
  if (most === undefined && from === undefined && token === undefined) return
  select.limit = {
    ...(most !== undefined && { rows: { val: Number(most) } }),
    ...((from !== undefined || token !== undefined) && { offset: { val: Number(from ?? '0') + beyond } }),
  }
}

const isCount = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 0)

const isValid = (limit: Limit | undefined): boolean => isCount(limit?.rows?.val) && isCount(limit?.offset?.val)

const columnsAreValid = (columns: readonly (Column | '*')[] = []): boolean =>
  columns.every((column) => column === '*' || (isValid(column.limit) && columnsAreValid(column.expand)))

const selectIsValid = (select: Select | undefined): boolean =>
  !select || (isValid(select.limit) && columnsAreValid(select.columns) && selectIsValid(select.from.SELECT))

/** More than any collection has, and a number that every database takes. */
const ALL = 2_147_483_647

/** `$skip` without `$top` inside `$expand`: databases know an offset only together with a limit. */
const completeLimits = (columns: readonly (Column | '*')[] = []): void => {
  for (const column of columns) {
    if (column === '*' || !column.expand) continue
    if (column.limit?.offset) column.limit.rows ??= { val: ALL }
    completeLimits(column.expand)
  }
}

/** $top and $skip are not negative and not beyond what counts exactly, in the URL and inside $expand. */
export const pagingLimits: Concern = () => (req, _res, next) => {
  const queries = queriesOf(req)
  if (queries.every((query) => selectIsValid(query.SELECT))) {
    for (const { SELECT } of queries) completeLimits(SELECT?.columns)
    next()
  } else next(badRequest('INVALID_PAGING', '$top and $skip must be whole numbers, zero or more.'))
}

const OFFSET = /^\d{1,15}$/
const ROWS_AND_OFFSET = /^\$rows=(\d{1,15})&\$offset=(\d{1,15})$/

/** The options of a URL by their names, decoded. */
const optionsOf = (url: string): ReadonlyMap<string, string> => {
  const start = url.indexOf('?')
  const options = start < 0 ? [] : url.slice(start + 1).split('&')
  const decode = (text: string): string => decodeURIComponent(text).trim()
  return new Map(
    options.map((option) => {
      const name = textBefore(option, '=')
      return [decode(name), decode(option.slice(name.length + 1))]
    }),
  )
}

/**
 * Whether a token is one that a link to the next page can have: the offset of that page; or, where `$top` says how many
 * rows there shall be, the rows that are left and the offset, in base64. All rows together are then those asked for.
 *
 * CAP's third kind, the values of a row, is given with its reliable paging only, which is off here, and would have a client
 * write conditions of any length. What is left says no more than `$skip` and `$top`, which anybody may send. So it needs
 * no signature, whose secret all processes on all engines would have to share; and so it is with the values of a
 * {@link Mark}, which say no more than a `$filter` may.
 */
const isGiven = (token: string, options: ReadonlyMap<string, string>): boolean => {
  if (OFFSET.test(token)) return true
  const bytes = Buffer.from(token, 'base64')
  // One that was cut may decode as well, but would not have been written so.
  if (bytes.toString('base64') !== token) return false
  const [, rows, offset] = ROWS_AND_OFFSET.exec(bytes.toString('latin1')) ?? []
  if (rows === undefined || offset === undefined) return false
  const top = options.get('$top')
  return top === undefined || Number(rows) + Number(offset) === Number(top) + Number(options.get('$skip') ?? 0)
}

/** A mark that leaves as many rows as the options of its link say. */
const markAmong = (token: string, options: ReadonlyMap<string, string>): Mark | undefined => {
  const mark = readMark(token)
  const top = options.get('$top')
  return mark && (top === undefined ? mark.left === undefined : (mark.left ?? Infinity) < Number(top))
    ? mark
    : undefined
}

/** A link to the next page that was damaged is refused: CAP would answer with the first page again. */
export const skipToken: Concern = () => (req, _res, next) => {
  // Names may be encoded, too.
  if (!/\$|%/.test(req.url)) return next()
  const options = optionsOf(req.url)
  const token = options.get('$skiptoken')
  const mark = token === undefined ? undefined : markAmong(token, options)
  if (mark) goOnFrom(req, mark)
  if (token === undefined || mark || isGiven(token, options)) next()
  else next(badRequest('INVALID_SKIPTOKEN', 'The $skiptoken is none that this service has given.'))
}
