import type { RequestHandler } from 'express'
import { checkUrl } from './check-url.ts'
import { refuseCrossSite } from './cross-site.ts'
import type { Limits } from './limits.ts'
import { Refusal } from './refusal.ts'
import { apiAt } from './error-answer.ts'
import { sendError } from './send-error.ts'

/** Answers requests that nobody here has to look at, whatever path they are for. */
export const refuseHostile =
  (limits: Limits, mayWrite: (origin: string) => boolean): RequestHandler =>
  (req, res, next) => {
    try {
      if (!isCheckedElsewhere(req.originalUrl, limits.urlLength)) checkUrl(req.originalUrl, limits.urlLength)
      refuseCrossSite(req, mayWrite)
      next()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The rest of the body is not worth waiting for.
      if (error.status === 414) res.set('Connection', 'close')
      sendError(req, res, error.status, error)
    }
  }

const isCheckedElsewhere = (url: string, maxLength: number): boolean =>
  url.length <= maxLength && apiAt(url)?.checksUrls === true
