import { type ErrorCode, ERRORS } from '../errors.ts'
import { errorBody, type ErrorBody } from './error-body.ts'
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
