import { badRequest } from '../../protocol/errors.ts'
import { beforeSend } from './representation.ts'
import { parseQueryString, printQueryString, textBefore } from '../../url/query.ts'
import { endOf } from '../../meaning/resource.ts'
import type { QueryOption } from '../../url/nodes.ts'
import type { Concern, Request, Response } from '../../../cap/odata.ts'

type Items = readonly unknown[]

/** What is asked of the items of a property. */
interface Wish {
  readonly count: boolean
  readonly skip: number
  readonly top: number
}

const TAKEN: readonly string[] = ['$count', '$skip', '$top']
const PASSED_ON: readonly string[] = ['$format']

const wholeNumber = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise
  if (!/^\d{1,15}$/.test(text))
    throw badRequest('INVALID_PAGING', '$top and $skip must be whole numbers, zero or more.')
  return Number(text)
}

const wishOf = (options: readonly QueryOption[]): Wish => {
  const other = options.find(({ name }) => name.startsWith('$') && ![...TAKEN, ...PASSED_ON].includes(name))
  if (other) throw badRequest('NOT_SUPPORTED', `${other.name} is not supported for a property that is a collection.`)
  const value = (name: string): string | undefined => options.find((option) => option.name === name)?.value.trim()
  const count = value('$count') ?? 'false'
  if (count !== 'true' && count !== 'false') throw badRequest('BAD_REQUEST', '$count must be true or false.')
  return { count: count === 'true', skip: wholeNumber(value('$skip'), 0), top: wholeNumber(value('$top'), Infinity) }
}

const answerItems = (res: Response, change: (body: object, items: Items) => unknown): void =>
  beforeSend(res, (body) => {
    const { value } = (typeof body === 'object' && body !== null ? body : {}) as { value?: unknown }
    return res.statusCode === 200 && Array.isArray(value) ? change(body as object, value) : body
  })

/** @throws BadRequest for what a collection of values does not have. */
const answer = (req: Request, res: Response, end: string): void => {
  if (end === '$value') throw badRequest('NOT_SUPPORTED', 'A collection has no raw value.')
  const path = textBefore(req.url, '?')
  const options = parseQueryString(req.url.slice(path.length + 1))
  const wish = wishOf(options)
  if (end) req.url = path.slice(0, -end.length - 1)
  else if (options.length) {
    const rest = printQueryString(options.filter((option) => !TAKEN.includes(option.name)))
    req.url = rest ? `${path}?${rest}` : path
  }
  answerItems(res, ({ value: _, ...head }: { value?: unknown }, items) => {
    if (end) res.type('text/plain')
    if (end) return String(items.length)
    return {
      ...head,
      ...(wish.count && { '@odata.count': items.length }),
      value: items.slice(wish.skip, wish.skip + wish.top),
    }
  })
}

/** What is asked of the items, at the end of a path. */
const END = /\/(\$count|\$value)$/

/**
 * Properties that are collections, such as `Data('x')/record`: their number, by `/$count` and by `$count=true`, and a
 * part of them. CAP takes them for single values, and null for nothing; none of them is long.
 */
export const collectionProperty: Concern =
  ({ service }) =>
  (req, res, next) => {
    if (req.method !== 'GET') return next()
    const { kind, element } = endOf(req.path.replace(END, ''), service) ?? {}
    if (kind === 'property' && element?.items) answer(req, res, END.exec(req.path)?.[1] ?? '')
    next()
  }
