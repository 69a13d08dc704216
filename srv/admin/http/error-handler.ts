import type { ErrorRequestHandler, Request, Response } from 'express'
import { AdminError, type ErrorCode, ERRORS } from '../core/errors.ts'
import type { Logger } from './logger.ts'
import { callOf } from './call.ts'
import { errorBody, type ErrorBody } from './error-body.ts'
import { isOfPage } from '../sign-in/signed-in.ts'
import { sendText } from './send-result.ts'
import { challengesOf, LOGIN_SCHEMES } from './login-scheme.ts'

/** An error as it is sent. */
interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string[]>>
  readonly body: ErrorBody
}

/** The API's statuses and codes are a closed list. */
const BY_STATUS: Readonly<Record<number, ErrorCode | undefined>> = {
  403: 'FORBIDDEN',
  404: 'ROUTE_NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'PAYLOAD_TOO_LARGE',
  421: 'FORBIDDEN',
  431: 'PAYLOAD_TOO_LARGE',
  503: 'TOO_MANY_OPERATIONS',
}

/**
 * Makes what the server around the API answers where it refuses a request for it: an error of this API by its code, any
 * other by its status.
 *
 * @param realm told to whoever is asked for a password.
 */
export const foreignErrors = (realm: string) => {
  const challenges = challengesOf(LOGIN_SCHEMES, realm)
  return (status: number, error: { readonly code: string; readonly message: string }): ErrorAnswer => {
    const code = ownCode(status, error.code)
    return {
      status: ERRORS[code][0],
      headers: code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': challenges } : {},
      body: errorBody(code, error.message),
    }
  }
}

const ownCode = (status: number, code: string): ErrorCode =>
  Object.hasOwn(ERRORS, code)
    ? (code as ErrorCode)
    : (BY_STATUS[status] ?? (status < 500 ? 'INVALID_PARAMETER' : 'INTERNAL_ERROR'))

/** Any error as one that a client may see; what it must not see stays behind as the cause. */
export const toAdminError = (error: unknown): AdminError =>
  error instanceof AdminError
    ? error
    : new AdminError('INTERNAL_ERROR', 'An unexpected error occurred; it was logged under the operation id', {
        cause: error,
      })

/** What clients must not see is in the log, under the id that they see. */
export const logCause = (log: Logger, { status, code, cause }: AdminError, operationId: string): void => {
  if (status >= 500 && cause !== undefined) log.error(`Operation ${operationId} failed with ${code}:`, cause)
}

/**
 * The only place where an error becomes an answer.
 *
 * @param challengesOf values of `WWW-Authenticate` for answers with status 401.
 */
export const createErrorHandler =
  (log: Logger, challengesOf: (metadataUrl: string | undefined) => readonly string[]): ErrorRequestHandler =>
  (thrown: unknown, request: Request, response: Response, _next): void => {
    const error = toAdminError(thrown)
    const { operationId, match } = callOf(request)
    logCause(log, error, operationId)
    if (response.headersSent) cut(request, response)
    else if (!response.destroyed) answer(error, request, response, challengesOf(match.endpoint?.metadataUrl?.(request)))
  }

/** Half an answer must not look like a whole one: before HTTP/1.1, the end of the connection is that of the answer. */
const cut = ({ httpVersion }: Request, response: Response): void => {
  if (httpVersion === '1.0') response.socket?.resetAndDestroy()
  response.destroy()
}

/** A page asks for a password itself; another challenge would have the browser do it. */
const SESSION = 'Session'

const answer = (error: AdminError, request: Request, response: Response, challenges: readonly string[]): void => {
  if (error.code === 'UNAUTHORIZED') response.setHeader('WWW-Authenticate', isOfPage(request) ? [SESSION] : challenges)
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds))
  // What is left of a body is not worth receiving.
  if (!request.complete) response.setHeader('Connection', 'close')
  sendText(response, error.status, JSON.stringify(errorBody(error.code, error.details, error)))
}
