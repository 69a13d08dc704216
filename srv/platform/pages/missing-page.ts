import { join } from 'node:path'
import type { RequestHandler } from 'express'

/**
 * Answers an address at which there is nothing with a page, where somebody looks at it: programs get what they get
 * elsewhere. In German to those whose browser asks for it.
 *
 * @param folder of `missing.html` and `missing_de.html`.
 */
export const missingPage =
  (folder: string): RequestHandler =>
  (req, res, next) => {
    const isLooking = req.method === 'GET' && req.accepts(['json', 'html']) === 'html'
    if (!isLooking) return next()
    const file = req.acceptsLanguages('en', 'de') === 'de' ? 'missing_de.html' : 'missing.html'
    res.status(404).set('Cache-Control', 'no-store').vary('Accept-Language').sendFile(join(folder, file))
  }
