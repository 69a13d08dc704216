import type { RequestHandler } from 'express'
import { AdminError } from '../errors.ts'

/** What a way of authentication throws or passes on, such as `401`, as an error of the API. */
export const toLoginError = (thrown: unknown): AdminError => {
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
