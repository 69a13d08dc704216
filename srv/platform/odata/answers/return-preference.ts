import { beforeSend } from './before-send.ts'
import { preference } from './prefer.ts'
import type { Concern } from '../../cap/odata.ts'

/** PATCH answers 204 without a body, unless the client prefers the representation; nothing else is there to be preferred of a GET. */
export const returnPreference: Concern = () => (req, res, next) => {
  const wish = preference(req, 'return')
  const asked = String(req.headers['prefer'] ?? '')
  if (req.method === 'GET' && wish) req.headers['prefer'] = asked.replace(wish.text, 'none')
  if (req.method !== 'PATCH' || wish) return next()
  req.headers['prefer'] = asked ? `${asked}, return=minimal` : 'return=minimal'
  beforeSend(res, (body) => {
    res.removeHeader('Preference-Applied')
    return body
  })
  next()
}
