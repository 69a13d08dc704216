import { beforeSend } from './before-send.ts'
import { preference } from './prefer.ts'
import type { Concern } from '../../cap/odata.ts'

/** Options that ask for a part of the representation, and so for the representation. */
const ASKS = /[?&](?:\$|%24)(?:select|expand)=/

/** PATCH answers 204 without a body, unless the client asks for the representation; GET and DELETE have nothing else to prefer. */
export const returnPreference: Concern = () => (req, res, next) => {
  const wish = preference(req, 'return')
  const asked = String(req.headers['prefer'] ?? '')
  if ((req.method === 'GET' || req.method === 'DELETE') && wish)
    req.headers['prefer'] = asked.replace(wish.text, 'none')
  if (req.method !== 'PATCH' || wish || ASKS.test(req.url)) return next()
  req.headers['prefer'] = asked ? `${asked}, return=minimal` : 'return=minimal'
  beforeSend(res, (body) => {
    res.removeHeader('Preference-Applied')
    return body
  })
  next()
}
