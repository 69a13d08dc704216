import { badRequest } from './errors.ts'
import type { Concern } from './concern.ts'

/** CAP's three kinds of token: an offset, rows and offset, and the last row of the page before, as JSON. */
const isToken = (token: string): boolean => {
  if (/^\d{1,15}$/.test(token)) return true
  const text = Buffer.from(token, 'base64').toString()
  if (/^\$rows=\d{1,15}&\$offset=\d{1,15}$/.test(text)) return true
  try {
    const { r, c } = JSON.parse(text) as { r?: unknown; c?: unknown }
    return typeof r === 'number' && Array.isArray(c)
  } catch {
    return false
  }
}

/** A link to the next page that was damaged is refused: CAP would answer with the first page again. */
export const skipToken: Concern = () => (req, _res, next) => {
  const token = /[?&](?:\$|%24)skiptoken=([^&]*)/.exec(req.url)?.[1]
  if (token === undefined || isToken(decodeURIComponent(token))) next()
  else next(badRequest('INVALID_SKIPTOKEN', 'The $skiptoken is none that this service has given.'))
}
