import type { Request } from 'express'
import type { AdminConfig } from '../config.ts'
import type { Principal } from '../jobs/job.ts'
import { type JsonObject, type Role, StreamedResult } from '../operations/operation.ts'
import { writeAudit } from './audit.ts'
import { requireRole } from './authorize.ts'
import type { Call, Logger } from './call.ts'
import type { Answer, Endpoint, Wishes } from './endpoint.ts'
import { toAdminError } from './error-handler.ts'
import type { Input } from './read-input.ts'

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
