import { constants } from 'node:os'
import type { Concern, ErrorBody, Failure, Request, Response } from '../../cap/odata.ts'

/** Where something stands: in which option or alias, and behind how many characters of it. */
export interface Spot {
  readonly option: string
  readonly index: number
}

/** A request that is not understood or not supported: answered with 400 and this message, which tells the spot if one is known. */
export class BadRequest extends Error {
  readonly status = 400
  readonly code: string
  readonly spot: Spot | undefined

  constructor(message: string, code = 'BAD_REQUEST', spot?: Spot) {
    super(spot ? `${spot.option}: ${message.replace(/\.$/, '')} at position ${spot.index}` : message)
    this.code = code
    this.spot = spot
  }
}

/** Does something for what stands at a spot: an error that tells no spot yet tells this one. */
export function placed<Result>(spot: Spot, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof BadRequest) || error.spot) throw error
    throw new BadRequest(error.message, error.code, spot)
  }
}

/** A failure that is told to the client as it is. */
export const requestError = (status: number, code: string, message: string): Failure =>
  Object.assign(new Error(message), { status, code })

export const badRequest = (code: string, message: string): BadRequest => new BadRequest(message, code)

const BAD_REQUEST = ['BAD_REQUEST', 'The request is not valid.'] as const
const INTERNAL_ERROR = [
  'INTERNAL_ERROR',
  'The server could not answer this request. The reason is in its log.',
] as const

const STANDARD: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: BAD_REQUEST,
  401: ['UNAUTHORIZED', 'Log in to use this service.'],
  403: ['FORBIDDEN', 'You are not allowed to do this.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  405: ['METHOD_NOT_ALLOWED', 'This method is not offered here.'],
  412: ['PRECONDITION_FAILED', 'The record is not in the state that the request demands.'],
  413: ['PAYLOAD_TOO_LARGE', 'The request body is too large.'],
  424: ['FAILED_DEPENDENCY', 'A request that this one depends on has failed.'],
  429: ['TOO_MANY_REQUESTS', 'There were too many requests in the last minute. Retry-After tells when to go on.'],
  500: INTERNAL_ERROR,
  503: ['UNAVAILABLE', 'The server cannot answer at the moment. Try again later.'],
}

/** The body for a failure of which no more than its HTTP status may or can be told. */
export const standardError = (status: number): ErrorBody => {
  const [code, message] = STANDARD[status] ?? (status < 500 ? BAD_REQUEST : INTERNAL_ERROR)
  return { code, message }
}

/** Tells a client that the same request may succeed, in a second. */
export const retryLater = (res: Response): void => {
  if (!res.get('Retry-After')) res.set('Retry-After', '1')
}

/** The one place where an error becomes a response outside of CAP's own error handling. */
export const sendError = (res: Response, status: number, error: ErrorBody = standardError(status)): void => {
  if (status === 503) retryLater(res)
  if (!res.get('OData-Version')) res.set('OData-Version', '4.0')
  res.status(status).type('json').send(JSON.stringify({ error }))
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What the codes of these rooms say in an application that has no texts for them. */
const TEXTS: Readonly<Record<string, string | undefined>> = {
  DRAFT_LOCK_FOR_ANOTHER_USER: 'A draft can only be locked for yourself.',
  DUPLICATE_LINK: 'This link exists already.',
  STILL_REFERENCED: 'Other records still refer to this one.',
}

/** Takes names that only the runtime knows out of a text: draft tables are no entities of the service. */
const withoutInternals = (text: string): string => text.replaceAll('.drafts', '')

/**
 * Brings an error that CAP has prepared into the published form: a code that is never empty, a target that is a path
 * in the request's data, an innererror only if it is an object.
 *
 * @param isEntity tells names of entities, which CAP gives as targets of unknown properties and which are no paths.
 */
export const published = (error: ErrorBody, status: number, isEntity: (name: string) => boolean): ErrorBody => {
  const { code, message, target, innererror, ...rest } = error
  const path = target && withoutInternals(target).replace(/^in\//, '')
  const standard = standardError(status)
  // CAP tells no more than the status where nothing takes a method.
  const isBare = status === 405 && code === '405'
  return {
    code: (!isBare && code) || standard.code,
    message: withoutInternals(TEXTS[message] ?? ((!isBare && message) || standard.message)),
    ...(path && !isEntity(path) && { target: path }),
    ...(isPlainObject(innererror) && { innererror }),
    ...rest,
  }
}

export const isUnauthorized = (error: unknown): boolean => {
  if (error === 401) return true
  const { status, code } = error as Failure
  return status === 401 || code === 401 || code === '401'
}

/** The authentication in use knows how to ask for a login; without it the plain answer has to do. */
export const askForLogin = (req: Request, res: Response): void => {
  const { _login: login } = req as { _login?: () => void }
  if (login) login.call(req)
  else sendError(res, 401)
}

/** Whatever goes wrong while reading a request is the request's fault: CAP throws plain TypeErrors at odd URLs. */
export const asClientError = (error: unknown): unknown => {
  if (typeof error === 'number') return error
  const { status, statusCode, message } = error as Failure
  const known = status ?? statusCode
  if (known === undefined) return badRequest('INVALID_URL', 'The URL does not address anything that can be served.')
  return known < 500 ? error : badRequest('NOT_SUPPORTED', message)
}

const SYSTEM_CODES: ReadonlySet<unknown> = new Set(Object.keys(constants.errno))

/** Codes of Node.js, of its libraries (such as `Z_BUF_ERROR` for a body that cannot be unpacked), and of the system. */
const isForeign = (code: unknown): boolean =>
  typeof code === 'string' && (/^(?:ERR_|Z_|ABORT_ERR$)/.test(code) || SYSTEM_CODES.has(code))

/**
 * An error that a library has thrown, as a client may see it: by its status alone. Undefined for any other error. What was
 * thrown is the `cause`, for the log.
 */
export const libraryFailure = (error: Failure): Failure | undefined => {
  // The reader of bodies tells what was wrong by a type, and no code.
  const isTooLarge = (error as { type?: unknown }).type === 'entity.too.large'
  if (!isForeign(error.code) && !isTooLarge) return undefined
  const status = error.status ?? error.statusCode ?? 500
  const { code, message } = standardError(status)
  return Object.assign(requestError(status, code, message), { cause: error })
}

/** CAP ends some errors without a body, such as a precondition that fails at `$metadata`: all have one here. */
export const errorBodies: Concern = () => (_req, res, next) => {
  const end = res.end.bind(res) as (...args: unknown[]) => unknown
  const endWithBody = (...args: unknown[]): unknown => {
    const isEmpty = args[0] === undefined || typeof args[0] === 'function'
    Object.assign(res, { end })
    if (isEmpty && res.statusCode >= 400 && !res.headersSent) sendError(res, res.statusCode)
    else end(...args)
    return res
  }
  Object.assign(res, { end: endWithBody })
  next()
}
