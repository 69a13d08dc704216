import type { RequestHandler } from 'express'
import { ANY_ORIGIN, type CorsSettings } from './cors-settings.ts'
import { apiAt } from './error-answer.ts'

/** Decides whether pages of an origin may write: those named may. Anybody, which `*` means, is nobody in particular. */
export const mayWrite =
  (settings: CorsSettings | undefined) =>
  (origin: string): boolean =>
    settings?.origins.includes(origin) ?? false

/**
 * Lets pages of the chosen origins call the APIs from a browser. The question that a browser asks in front of a call is
 * answered here, before anybody has to log in: browsers ask it without a login.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export const allowOrigins = (settings: CorsSettings): RequestHandler => {
  const isAny = settings.origins.includes(ANY_ORIGIN)
  const origins = new Set(settings.origins)
  const exposed = settings.exposedHeaders.join(', ')
  const preflight = {
    'Access-Control-Allow-Methods': (isAny
      ? settings.methods.filter((name) => READS.has(name))
      : settings.methods
    ).join(', '),
    'Access-Control-Allow-Headers': settings.headers.join(', '),
    'Access-Control-Max-Age': String(settings.maxAge),
    'Content-Length': '0',
  }
  return (req, res, next) => {
    // Pages and probes are for this site alone.
    if (!apiAt(req.originalUrl)) return next()
    // Whoever keeps an answer keeps it for one origin, also the one to a request without any.
    if (!isAny) res.vary('Origin')
    const origin = req.get('origin')
    if (origin === undefined || !(isAny || origins.has(origin))) return next()
    res.set('Access-Control-Allow-Origin', isAny ? ANY_ORIGIN : origin)
    if (settings.credentials) res.set('Access-Control-Allow-Credentials', 'true')
    if (req.method === 'OPTIONS' && req.get('access-control-request-method') !== undefined) {
      res.status(204).set(preflight).end()
      return
    }
    if (exposed) res.set('Access-Control-Expose-Headers', exposed)
    next()
  }
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
