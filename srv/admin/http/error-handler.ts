import type { ErrorRequestHandler, Request, Response } from 'express'
import { type TObject, Type } from '@sinclair/typebox'
import { AdminError, type ErrorCode, ERRORS } from '../core/errors.ts'
import { type Logger, callOf } from './call.ts'
import { isOfPage } from '../sign-in/sessions.ts'
import { sendText } from './send-result.ts'
import { challengesOf, LOGIN_SCHEMES } from './login-schemes.ts'
import { CONFLICT } from '../operations/rows/change-rows/schemas.ts'

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

/** Statuses 409 and 429 are ours: the contract has no changes of rows, and leaves open what happens beyond the rate limit. */
export const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  429: 'Too many requests',
  500: 'Server error',
  501: 'Not installed',
}
/** Of the Model Context Protocol alone, which has a description of its own. */
export const NOT_INSTALLED = 501

/** The body of errors with a status, with the codes that it may have. */
export const errorSchema = (status: number): TObject => {
  const codes = Object.entries(ERRORS).filter(([, [of]]) => of === status)
  return Type.Object({
    success: Type.Literal(false),
    error: Type.String({ description: 'Short message' }),
    code: Type.Union(codes.map(([code, [, message]]) => Type.Literal(code, { description: message }))),
    details: Type.String({ description: 'Longer explanation' }),
    timestamp: Type.String({ format: 'date-time' }),
    ...(status === 409 && {
      conflicts: Type.Array(CONFLICT, { description: 'Each such row: as read, as it is, as wanted' }),
    }),
  })
}

/** Body of every error. @see Admin REST API, Errors. */
export interface ErrorBody {
  readonly success: false
  readonly error: string
  readonly code: ErrorCode
  readonly details: string
  readonly timestamp: string
  /** The character of the statement that was sent, from 1; ours. */
  readonly position?: number
  /** Rows that are not as they were read; ours. */
  readonly conflicts?: readonly object[]
}

const NOTHING = { position: undefined, conflicts: undefined }

export const errorBody = (
  code: ErrorCode,
  details: string,
  { position, conflicts }: Pick<AdminError, 'position' | 'conflicts'> = NOTHING,
): ErrorBody => ({
  success: false,
  error: ERRORS[code][1],
  code,
  details,
  timestamp: new Date().toISOString(),
  ...(position !== undefined && { position }),
  ...(conflicts && { conflicts }),
})
