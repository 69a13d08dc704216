import express, { type Express, type Request, type RequestHandler, type Response } from 'express'
import type { AdminConfig } from '../config.ts'
import { AdminError } from '../core/errors.ts'
import type { Principal } from '../jobs/job.ts'
import { StreamedResult } from '../operations/operation.ts'
import { beginCall, callOf, type FindRoute, routeTable, type Logger } from './call.ts'
import { type Answer, type Endpoint } from './endpoint.ts'
import { createErrorHandler, toAdminError } from './error-handler.ts'
import { createPerform, requireLogin, tellingFailures } from './perform.ts'
import { challengesOf, type LoginScheme } from './login-schemes.ts'
import { createRateLimits, type StoreFactory } from './rate-limit.ts'
import { createInputReader, APPLIED, wishesOf } from './read-input.ts'
import { sendResult } from './send-result.ts'

export interface RouterOptions {
  readonly basePath: string
  readonly endpoints: readonly Endpoint[]
  readonly config: AdminConfig
  /** Finds out who asks; answers by `request._login()` when it cannot. */
  readonly authenticate: readonly RequestHandler[]
  /** Who asks, after `authenticate`. */
  readonly currentUser: (request: Request) => Principal | undefined
  /** Ways to log in that can succeed, and what callers are asked for a password for. */
  readonly schemes: readonly LoginScheme[]
  readonly realm: string
  readonly log: Logger
  readonly auditLog: Logger
  readonly rateLimitStore?: StoreFactory | undefined
}

/**
 * The frame around the endpoints. A request passes, in this order: its route, the rate limit, the login, the role, the
 * form of its input, the endpoint.
 */
export const createRouter = (options: RouterOptions): Express => {
  const { config, log } = options
  const limits = createRateLimits(config, log, options.rateLimitStore)
  const serve = createServer(options)
  const app = express()
  if (config.trustProxy !== undefined) app.set('trust proxy', config.trustProxy)
  app.disable('etag')
  app.disable('x-powered-by')
  app.use(begin(routeTable(options.endpoints), options.basePath))
  app.use(limits.byAddress)
  app.use(requireRoute)
  app.use(serveOpen(serve))
  app.use(takeOverLogin, ...options.authenticate.map(tellingFailures))
  app.use(identify(options))
  app.use(limits.forgetAddress, limits.byPrincipal)
  app.use(serve)
  app.use(createErrorHandler(log, (metadataUrl) => challengesOf(options.schemes, options.realm, metadataUrl)))
  return app
}

const begin =
  (findRoute: FindRoute, basePath: string): RequestHandler =>
  (request, response, next) => {
    // Express takes the base path in any letter case.
    const path = request.baseUrl === basePath ? (request.url.split('?')[0] ?? '') : ''
    beginCall(request, response, findRoute(request.method, path))
    next()
  }

const requireRoute: RequestHandler = (request, response, next) => {
  const { endpoint, allowed } = callOf(request).match
  if (allowed.length === 0)
    throw new AdminError('ROUTE_NOT_FOUND', 'No such path; /openapi.json lists all, and letter case and slashes count')
  if (endpoint) return next()
  response.setHeader('Allow', allowed.join(', '))
  if (request.method !== 'OPTIONS') throw new AdminError('METHOD_NOT_ALLOWED', `The path offers ${allowed.join(', ')}`)
  response.setHeader('Content-Length', 0)
  response.status(200).end()
}

/** Endpoints without a role are served before anybody is asked to log in. */
const serveOpen =
  (serve: RequestHandler): RequestHandler =>
  (request, response, next) =>
    callOf(request).match.endpoint?.role === null ? serve(request, response, next) : next()

/** Failed logins are answered in the API's own form, whichever way of authentication is plugged in. */
const takeOverLogin: RequestHandler = (request, _response, next) => {
  const login = (details?: unknown): true => {
    next(new AdminError('UNAUTHORIZED', typeof details === 'string' ? details : 'The credentials are not valid'))
    return true
  }
  Object.defineProperty(request, '_login', { configurable: true, get: () => login, set: () => undefined })
  next()
}

const identify =
  ({ currentUser, schemes }: RouterOptions): RequestHandler =>
  (request, _response, next) => {
    callOf(request).user = requireLogin(currentUser(request), schemes)
    next()
  }

const NOBODY: Principal = { id: '', is: () => false }

const createServer = ({ endpoints, config, auditLog }: RouterOptions): RequestHandler => {
  const perform = createPerform(config, auditLog)
  const readers = new Map(endpoints.map((endpoint) => [endpoint, createInputReader(endpoint, config)]))
  return async (request, response, next) => {
    const call = callOf(request)
    const { endpoint, rawParameters } = call.match
    const read = endpoint && readers.get(endpoint)
    if (!endpoint || !read) throw new Error('No endpoint was matched')
    await perform({
      ...{ endpoint, call, user: call.user ?? NOBODY, request, wishes: wishesOf(request) },
      read: () => read(request, response, rawParameters),
      deliver: async (answer) => {
        await sendResult(request, response, answer, endpoint.isPlain)
        return outcomeOf(answer, response)
      },
    }).catch(next)
  }
}

const outcomeOf = (answer: Answer, response: Response): string => {
  // A stream that closed its JSON in good order after its time was over was sent, and has failed.
  if (answer instanceof StreamedResult && answer.signal?.aborted) return toAdminError(answer.signal.reason).code
  if (answer instanceof StreamedResult && answer.failure() !== undefined) return toAdminError(answer.failure()).code
  return response.hasHeader(APPLIED) ? 'accepted' : 'ok'
}
