import { beforeSend } from './before-send.ts'
import { preference } from './prefer.ts'
import type { Concern } from '../../cap/odata.ts'

/** PATCH answers 204 without a body, unless the client prefers the representation. */
export const returnPreference: Concern = () => (req, res, next) => {
  if (req.method !== 'PATCH' || preference(req, 'return')) return next()
  const asked = req.headers['prefer']
  req.headers['prefer'] = asked ? `${String(asked)}, return=minimal` : 'return=minimal'
  beforeSend(res, (body) => {
    res.removeHeader('Preference-Applied')
    return body
  })
  next()
}
