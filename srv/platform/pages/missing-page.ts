import type { RequestHandler } from 'express'

/**
 * Answers an address at which there is nothing with a page, where somebody looks at it: programs get what they get
 * elsewhere.
 *
 * @param file of the page.
 */
export const missingPage =
  (file: string): RequestHandler =>
  (req, res, next) => {
    const isLooking = req.method === 'GET' && req.accepts(['json', 'html']) === 'html'
    if (isLooking) res.status(404).set('Cache-Control', 'no-store').sendFile(file)
    else next()
  }
