import { beforeSend } from './before-send.ts'
import { type JsonFormat, jsonFormatOf } from './content-negotiation.ts'
import type { Concern } from '../../cap/odata.ts'

type Row = Record<string, unknown>

/** Control information that is sent even if the client wants none. */
const ALWAYS_SENT = /@odata\.(count|nextLink)$/

const isDraftTime = (key: string): boolean => key === 'CreationDateTime' || key === 'LastChangeDateTime'

/** `2026-01-31T12:00:00.123Z` and `2026-01-31T12:00:00Z` with seven fractional digits. */
const withSevenDigits = (time: string): string =>
  time.replace(/(?:\.(\d{1,7}))?Z$/, (_, digits: string = '') => `.${digits.padEnd(7, '0')}Z`)

/** Counts under both names, as numbers unless the client cannot read 64-bit numbers. */
const addCount = (row: Row, key: string, { ieee754Compatible }: JsonFormat): void => {
  const count = ieee754Compatible ? String(row[key]) : Number(row[key])
  row[key] = count
  row[key.replace('@odata.count', '@count')] = count
}

/** @param deep whether rows within the row may have something to change as well */
const reshape = (value: unknown, format: JsonFormat, deep: boolean): void => {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) reshape(item, format, deep)
    return
  }
  const row = value as Row
  for (const key of Object.keys(row)) {
    const field = row[key]
    if (key.endsWith('@odata.count')) addCount(row, key, format)
    else if (format.metadata === 'none' && key.includes('@odata.') && !ALWAYS_SENT.test(key))
      Reflect.deleteProperty(row, key)
    else if (isDraftTime(key) && typeof field === 'string') row[key] = withSevenDigits(field)
    else if (deep) reshape(field, format, deep)
  }
}

const NEXT_FORMAT = /((?:\$|%24)format=)json/

/** CAP writes the link to the next page from the URL that it got, in which $format had been simplified. */
const restoreFormat = (body: Row, option: string): void => {
  const link = body['@odata.nextLink']
  if (typeof link === 'string')
    body['@odata.nextLink'] = link.replace(NEXT_FORMAT, (_, name: string) => name + encodeURIComponent(option))
}

/** Most answers have nothing to change: whether one has is told by the URL, before there is any data. */
const MAY_COUNT = /count/
const MAY_NEST = /expand|DraftAdministrativeData/
const MAY_SHOW_DRAFT_TIMES = /DraftAdministrativeData|\*/

/** Changes the rows of an answer in place before they become text. */
export const representation: Concern = () => (req, res, next) => {
  const format = jsonFormatOf(req)
  const url = decodeURIComponent(req.url)
  const isNone = format.metadata === 'none'
  const isTouched = isNone || MAY_COUNT.test(url) || MAY_SHOW_DRAFT_TIMES.test(url)
  if (!isTouched && !format.asked) return next()
  beforeSend(res, (body) => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
    if (isTouched) reshape(body, format, isNone || MAY_NEST.test(url))
    if (format.option) restoreFormat(body as Row, format.option)
    if (format.asked) res.type(format.asked)
    return body
  })
  next()
}
