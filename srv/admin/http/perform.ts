import type { Request, RequestHandler } from 'express'
import type { AdminConfig } from '../config.ts'
import type { Principal } from '../jobs/job.ts'
import { type JsonObject, type Role, StreamedResult } from '../operations/operation.ts'
import { writeAudit } from './audit.ts'
import type { Call, Logger } from './call.ts'
import type { LoginScheme } from './login-schemes.ts'
import type { Answer, Endpoint, Wishes } from './endpoint.ts'
import { toAdminError } from './error-handler.ts'
import type { Input } from './read-input.ts'
import { AdminError } from '../core/errors.ts'

/** What a way of authentication throws or passes on, such as `401`, as an error of the API. */
const toLoginError = (thrown: unknown): AdminError => {
  if (thrown instanceof AdminError) return thrown
  const status = Number(typeof thrown === 'object' && thrown !== null ? statusOf(thrown) : thrown)
  if (status === 401) return new AdminError('UNAUTHORIZED', 'The credentials are not valid')
  if (status === 403) return new AdminError('FORBIDDEN', 'The login is not allowed here')
  return new AdminError('IDENTITY_UNAVAILABLE', 'The credentials cannot be checked at the moment', { cause: thrown })
}

const statusOf = (error: object): unknown => {
  const { status, statusCode, code } = error as Record<string, unknown>
  return status ?? statusCode ?? code
}

/** Runs a way of authentication so that its failures are answered in the API's own form. */
export const tellingFailures =
  (authenticate: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    const proceed = (thrown?: unknown): void => {
      if (thrown === undefined || thrown === null) next()
      else next(toLoginError(thrown))
    }
    try {
      await authenticate(request, response, proceed)
    } catch (error) {
      proceed(error)
    }
  }

const LOGINS: Readonly<Record<LoginScheme, string>> = {
  basic: 'a user name and password (Basic)',
  bearer: 'an access token (Bearer)',
}

/** @param schemes that can succeed here. @throws AdminError `UNAUTHORIZED` for callers without a login. */
export const requireLogin = (user: Principal | undefined, schemes: readonly LoginScheme[]): Principal => {
  if (user?.is('authenticated-user')) return user
  throw new AdminError('UNAUTHORIZED', `Log in with ${schemes.map((scheme) => LOGINS[scheme]).join(' or ')}`)
}

/** @param roles of the application that grant each. @throws AdminError `FORBIDDEN` naming those of the application. */
export const requireRole = (user: Principal, role: Role, roles: Readonly<Record<Role, readonly string[]>>): void => {
  if (user.is(role)) return
  throw new AdminError('FORBIDDEN', `This needs the role ${roles[role].map((name) => `'${name}'`).join(' or ')}`)
}

/** One call of an endpoint, whichever way it has come. */
export interface EndpointWork {
  readonly endpoint: Endpoint
  readonly call: Pick<Call, 'operationId' | 'startedMs' | 'signal'>
  readonly user: Principal
  readonly request: Request
  readonly wishes: Wishes
  read(): Input | Promise<Input>
  /** Gives the answer to whoever has asked. @returns what the audit tells of how it went. */
  deliver(answer: Answer): Promise<string>
}

/** Passes on what an endpoint throws; a call that was left, with the reason for that. */
export type Perform = (work: EndpointWork) => Promise<void>

/** What every call of an endpoint passes: the role, the form of its input, the endpoint, and its line in the audit. */
export const createPerform =
  ({ roles }: Pick<AdminConfig, 'roles'>, auditLog: Logger): Perform =>
  async ({ endpoint, call, user, request, wishes, read, deliver }) => {
    const { role, method, path } = endpoint
    const { operationId, startedMs, signal } = call
    let isAudited = role === 'operator' || role === 'admin' || (role !== null && method === 'DELETE')
    let outcome = 'ok'
    let told: Readonly<Record<string, unknown>> = {}
    let result: JsonObject = {}
    try {
      if (role !== null && role !== 'login') requireRole(user, role, roles)
      const { parameters, input } = await read()
      told = { ...parameters, ...input }
      const demand = (stricter: Role): void => {
        isAudited = true
        requireRole(user, stricter, roles)
      }
      const answer = await endpoint.handle({
        ...{ operationId, signal, user, parameters, input, request, wishes },
        requireRole: demand,
      })
      outcome = await deliver(answer)
      result = countsOf(answer)
    } catch (thrown) {
      const error = signal.aborted ? (signal.reason as unknown) : thrown
      outcome = toAdminError(error).code
      throw error
    } finally {
      if (isAudited) {
        const operation = `${method} ${path}`
        const durationMs = Math.round(performance.now() - startedMs)
        const { engine, hidesValue } = endpoint
        writeAudit(auditLog, {
          operationId,
          user: user.id,
          operation,
          outcome,
          durationMs,
          input: told,
          result,
          ...{ engine, hidesValue },
        })
      }
    }
  }

const countsOf = (answer: Answer): JsonObject => {
  if (answer instanceof StreamedResult) return answer.trailers()
  return answer instanceof Response ? {} : answer
}
