import type { Concern, Request, Response } from '../../cap/odata.ts'
import { beforeSend } from './before-send.ts'

/** A preference as the client wrote it: quoted texts may hold anything. */
const PREFERENCE = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,;]*))?/g

/**
 * One preference of a Prefer header, in either spelling: `maxpagesize` is also found as `odata.maxpagesize`. The first
 * counts.
 *
 * @returns its value ('' if it has none) and the text as the client wrote it, for Preference-Applied
 */
export const preference = (req: Request, name: string): { value: string; text: string } | undefined => {
  const { prefer } = req.headers
  if (!prefer) return undefined
  for (const [text, key = '', value = ''] of String(prefer).matchAll(PREFERENCE))
    if (key.toLowerCase().replace(/^odata\./, '') === name) return { value: value.replace(/^"(.*)"$/, '$1'), text }
  return undefined
}

/** Tells that a preference was followed, once. */
export const tellApplied = (res: Response, text: string): void => {
  const told = [res.get('Preference-Applied') ?? []].flat()
  if (!told.includes(text)) res.append('Preference-Applied', text).vary('Prefer')
}

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
