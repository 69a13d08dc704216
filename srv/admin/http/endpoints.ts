import { Type } from '@sinclair/typebox'
import type { Request, Response } from 'express'
import type { AdminConfig } from '../config.ts'
import type { ManagedFiles, ResultFiles } from '../files/managed-files.ts'
import type { Jobs } from '../jobs/job-registry.ts'
import { type Meters, NO_METERS } from '../meters.ts'
import { writeAudit, type RecordRead } from './audit.ts'
import { type Sessions, demandCsrfToken, demandOwnPage, isBySession, tellCsrfToken } from '../sign-in/sessions.ts'
import type { Endpoint } from './endpoint.ts'
import { fileEndpoints } from './file-endpoints.ts'
import { jobEndpoints } from './job-endpoints.ts'
import type { Logger } from './call.ts'
import { mcpEndpoints } from './mcp/endpoints.ts'
import { type BackgroundEnd, operationEndpoint, type OperationServices } from './operation-endpoint.ts'
import { createPerform } from './perform.ts'
import { type LoginScheme } from './login-schemes.ts'
import type { Route } from './routes.ts'
import { type Role, ROLES } from '../operations/operation.ts'
import { describeApi } from './openapi.ts'
import { AdminError } from '../core/errors.ts'

const OF_SESSION = {
  path: '/session',
  tag: 'Description',
  input: Type.Object({}),
  output: Type.Object({
    endsInSeconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When it ends unless it is used; null when there is none',
    }),
  }),
  body: 'none',
  isPlain: false,
} as const

/** How pages sign in and out, so that none has to keep a password. Ours. */
const sessionEndpoints = (sessions: Sessions): readonly Endpoint[] => {
  const stateOf = async (token: string | undefined): Promise<{ endsInSeconds: number | null }> => {
    const endsInMs = token === undefined ? undefined : await sessions.endsInMs(token)
    return { endsInSeconds: endsInMs === undefined ? null : Math.ceil(endsInMs / 1000) }
  }
  return [
    {
      ...OF_SESSION,
      method: 'GET',
      role: null,
      summary: 'Tells whether the browser has a session; to ask is no use of it',
      handle: ({ request }) => stateOf(sessions.tokenOf(request)),
    },
    {
      ...OF_SESSION,
      method: 'POST',
      role: 'login',
      summary: 'Begins a session of the browser, which need not send the credentials of this request any more',
      handle: async ({ request, user }) => {
        demandOwnPage(request)
        const { authorization } = request.headers
        if (authorization === undefined || isBySession(request))
          throw new AdminError('UNAUTHORIZED', 'A session begins with credentials in the header Authorization')
        const token = await sessions.begin(request, responseTo(request), user.id, authorization)
        tellCsrfToken(responseTo(request), token)
        return stateOf(token)
      },
    },
    {
      ...OF_SESSION,
      method: 'DELETE',
      role: null,
      summary: 'Ends the session of the browser, in all of its tabs',
      handle: async ({ request }) => {
        const token = sessions.tokenOf(request)
        if (token !== undefined) {
          demandCsrfToken(request, responseTo(request), token)
          await sessions.end(token)
        }
        sessions.forget(request, responseTo(request))
        return stateOf(undefined)
      },
    },
  ]
}

const responseTo = ({ res }: Request): Response => res as Response

/** Tells callers who they are here, so that a client need not find out by what it is refused. Ours. */
const userEndpoint: Endpoint = {
  method: 'GET',
  path: '/me',
  role: 'viewer',
  summary: 'Tells who is logged in, and the highest role that this user has',
  tag: 'Description',
  input: Type.Object({}),
  output: Type.Object({ user: Type.String(), role: Type.Union(ROLES.map((role) => Type.Literal(role))) }),
  body: 'none',
  isPlain: false,
  handle: async ({ user }) => {
    const role: Role | undefined = ROLES.findLast((each) => user.is(each))
    return { user: user.id, role }
  },
}

/** The API's own description: without a login, since it tells nothing of the database. */
const openapiEndpoint = (
  endpoints: readonly Endpoint[],
  basePath: string,
  schemes?: readonly LoginScheme[],
): Endpoint => {
  const self: Endpoint = {
    method: 'GET',
    path: '/openapi.json',
    role: null,
    summary: 'Describes this API as OpenAPI 3.1',
    tag: 'Description',
    input: Type.Object({}),
    body: 'none',
    isPlain: true,
    handle: async () => document,
  }
  const document = describeApi([...endpoints, self], basePath, schemes)
  return self
}

export interface EndpointOptions {
  readonly basePath: string
  /** Ways to log in; by default all there are. */
  readonly schemes?: readonly LoginScheme[]
  readonly routes: readonly Route[]
  /** What the operations of the routes work with. */
  readonly services: OperationServices | undefined
  readonly config: AdminConfig
  /** Of imports, and results. */
  readonly files: ManagedFiles
  readonly results: ResultFiles
  readonly jobs: Jobs
  readonly log: Logger
  readonly auditLog: Logger
  /** Of the tokens that the application takes, where it is known. */
  readonly issuer?: string | undefined
  readonly sessions: Sessions
  readonly meters?: Meters
  readonly recordRead?: RecordRead | undefined
}

/** All that the API serves: the operations of the contract, and around them what is ours. */
export const createEndpoints = (options: EndpointOptions): readonly Endpoint[] => {
  const { routes, services, config, files, results, jobs, auditLog, recordRead } = options
  const { operation: watch } = options.meters ?? NO_METERS
  const operations = routes.map((route) => {
    if (!services) throw new Error(`Operation ${route.path} has no database to work on`)
    const onBackgroundEnd = auditBackground(route, services, auditLog)
    return operationEndpoint(route, { services, config, files, results, jobs, onBackgroundEnd, watch, recordRead })
  })
  const endpoints = [
    ...operations,
    ...jobEndpoints(jobs, files, results),
    ...fileEndpoints(files, config),
    userEndpoint,
    ...sessionEndpoints(options.sessions),
  ]
  const { basePath, issuer, log } = options
  const perform = createPerform(config, auditLog)
  return [
    ...endpoints,
    openapiEndpoint(endpoints, basePath, options.schemes),
    ...mcpEndpoints({ endpoints, basePath, config, perform, log, issuer }),
  ]
}

const auditBackground =
  ({ method, path }: Route, services: OperationServices, log: Logger) =>
  ({ call, durationMs, result, error }: BackgroundEnd): void =>
    writeAudit(log, {
      operationId: call.operationId,
      user: call.user.id,
      operation: `${method} ${path}`,
      outcome: error?.code ?? 'ok',
      durationMs,
      input: call.input,
      engine: () => services.dialect.engine,
      result,
    })
