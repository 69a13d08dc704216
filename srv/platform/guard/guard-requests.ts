import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler, NextFunction, Request } from 'express'
import cds from '@sap/cds'
import { readCors, ANY_ORIGIN, type CorsSettings } from './cors-settings.ts'
import { type Api, serveApis, apiAt } from './error-answer.ts'
import { securityHeaders, refuseHostile } from './refuse-hostile.ts'
import { readLimits } from './limits.ts'
import { answerMemory } from './under-way.ts'
import { requestedLocale } from '../cap/unpublished.ts'

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

/** The names that CAP accepts, in its order. */
const HEADERS = ['x-correlation-id', 'x-correlationid', 'x-request-id', 'x-vcap-request-id'] as const
const PLAIN = /^[\w-]{1,64}$/

/** The id that a client has given a request, where it is short and plain, or a new one. */
export const correlationOf = ({ headers }: IncomingMessage): string => {
  for (const name of HEADERS) {
    const sent = headers[name]
    if (typeof sent === 'string' && PLAIN.test(sent)) return sent
  }
  return randomUUID()
}

/** Keeps a client's correlation id only where it is short and plain: CAP echoes and logs whatever was sent. */
const correlate: RequestHandler = (req, res, next) => {
  const id = correlationOf(req)
  for (const name of HEADERS) if (name in req.headers) Reflect.deleteProperty(req.headers, name)
  req.headers['x-correlation-id'] = id
  res.set('X-Correlation-ID', id)
  next()
}

interface Environment {
  readonly profiles: readonly string[]
  readonly livereload?: unknown
  readonly server: { body_parser?: object }
}

/** Puts the guard in front of everything that is served. To be called before the server starts, and before others are. */
export const guardRequests = (apis: readonly Api[]): void => {
  serveApis(apis)
  cds.on('bootstrap', (app) => {
    const { profiles, livereload, server } = cds.env as unknown as Environment
    const isProduction = profiles.includes('production')
    const limits = readLimits()
    const cors = readCors()
    // Now rather than for the first answer.
    answerMemory()
    // CAP's own parser of bodies takes its limit from here.
    server.body_parser = { ...server.body_parser, limit: limits.bodyBytes }
    app.disable('x-powered-by')
    const headers = securityHeaders({ isProduction, hasLiveReload: livereload !== undefined })
    const origins = cors ? [allowOrigins(cors)] : []
    app.use(compose([correlate, headers, ...origins, refuseHostile(limits, mayWrite(cors)), limitLanguage]))
  })
}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/**
 * Makes one middleware of several, run in order. It costs a request far less than a layer of the router for each.
 * As in the router, what a handler throws, or rejects with, goes to `next`.
 */
export const compose =
  (handlers: readonly RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    const run = (index: number): void => {
      const handler = handlers[index]
      if (!handler) return next()
      const proceed: NextFunction = (error?: unknown) => (error ? next(error) : run(index + 1))
      try {
        const result: unknown = handler(req, res, proceed)
        if (isPromise(result)) result.catch(next)
      } catch (error) {
        next(error)
      }
    }
    run(0)
  }

const isKnown = (locale: unknown): boolean => {
  if (typeof locale !== 'string' || locale.length > 20) return false
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale.replaceAll('_', '-')).length > 0
  } catch {
    return false
  }
}

/**
 * The language of an answer. One that nobody speaks becomes the default: CAP keeps texts and more for every language
 * that it was ever asked for, and finds some in the prototype of objects.
 */
export const languageOf = (req: Request): string => {
  const locale = requestedLocale(req)
  const { default_language: fallback } = (cds.env as unknown as { i18n: { default_language: string } }).i18n
  if (locale !== undefined && !isKnown(locale)) Object.assign(req, { locale: fallback })
  return (requestedLocale(req) as string | undefined) ?? fallback
}

/** Settles it before anybody else asks for it. */
export const limitLanguage: RequestHandler = (req, _res, next) => {
  languageOf(req)
  next()
}
