import { badRequest } from '../errors/errors.ts'
import { textBefore } from '../urls/text-before.ts'
import type { Concern } from '../../cap/odata.ts'

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
 * Nothing else is read: CAP's third kind, the values of a row, is given with its reliable paging only, which is off
 * here, and would have a client write conditions of any length. What is left says no more than `$skip` and `$top`,
 * which anybody may send. So it needs no signature, whose secret all processes on all engines would have to share.
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

/** A link to the next page that was damaged is refused: CAP would answer with the first page again. */
export const skipToken: Concern = () => (req, _res, next) => {
  // Names may be encoded, too.
  if (!/\$|%/.test(req.url)) return next()
  const options = optionsOf(req.url)
  const token = options.get('$skiptoken')
  if (token === undefined || isGiven(token, options)) next()
  else next(badRequest('INVALID_SKIPTOKEN', 'The $skiptoken is none that this service has given.'))
}
