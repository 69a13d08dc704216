import type { RequestHandler } from 'express'
import { rememberRecordOrders, splitOrderBy } from './record-reads.ts'

/** `Entities_columns('<x>')/up_` and `Entities_columns(up__name='<x>')/up_`: half a key, which names the owner all the same. */
const OWNER =
  /^(\/?)Entities_columns(?:\(|%28)(?:up__name(?:=|%3D))?((?:'|%27)(?:(?!'|%27)[^]|(?:'|%27){2})*(?:'|%27))(?:\)|%29)\/up_(?=\/|$)/i
const ROWS = /^\/?Data(\/\$count)?$/

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

const isOrderBy = (option: string): boolean => decode(option).startsWith('$orderby=')
const isApply = (option: string): boolean => decode(option).startsWith('$apply=')

/** Takes `record/column` and `record/data` out of the `$orderby` of a query string; undefined when it has none, or orders groups. */
const withoutRecordOrder = (query: string) => {
  const options = query.split('&')
  const index = options.findIndex(isOrderBy)
  const option = options[index]
  if (option === undefined || index !== options.findLastIndex(isOrderBy) || options.some(isApply)) return undefined
  const { rest, recordOrders } = splitOrderBy(decode(option.slice(option.indexOf('=') + 1)))
  if (!recordOrders.length) return undefined
  options.splice(index, 1, ...(rest.length ? [`$orderby=${encodeURIComponent(rest.join(','))}`] : []))
  return { query: options.join('&'), recordOrders }
}

/** Rewrites the URLs that the data service accepts beyond OData, before they are read. */
export const dataUrls: RequestHandler = (req, _res, next) => {
  const { query } = req
  const [sent = '', options] = req.url.split(/\?(.*)/s)
  const path = sent.replace(OWNER, '$1Entities($2)')
  const [rows, count] = ROWS.exec(decode(path)) ?? []
  const ordered = rows !== undefined && options !== undefined ? withoutRecordOrder(options) : undefined
  // A number has no order, and some databases refuse one.
  if (ordered && count === undefined) rememberRecordOrders(req, ordered.recordOrders)
  if (ordered || path !== sent) {
    const rest = ordered?.query ?? options
    req.url = rest === undefined ? path : `${path}?${rest}`
    // The link to the next page repeats the options as the client sent them.
    Object.defineProperty(req, 'query', { value: query, configurable: true, writable: true })
  }
  next()
}
