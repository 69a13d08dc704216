import { isOwnName } from '../../../guard/index.ts'
import { badRequest } from '../../protocol/errors.ts'
import { type Request, prototypesOf, type Response } from '../../../cap/odata.ts'
import { type BatchRequest, type BatchAnswer, checkHeaders } from './batch-request.ts'
import { textBefore } from '../../url/query.ts'
import { IncomingMessage, ServerResponse } from 'node:http'
import { preference } from '../answers/representation.ts'
import { TEXT } from './json.ts'

const ORIGIN = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)/i

/** In lower case, without the port that is meant anyway. Whether TLS ends in front of the server is not asked. */
const normal = (host: string): string => host.toLowerCase().replace(/:(?:80|443)?$/, '')

/** The hosts that a request names: that of its URL, and that beside a path. */
const hostsOf = ({ url, headers }: BatchRequest): string[] => {
  const [origin, scheme = '', authority = ''] = ORIGIN.exec(url) ?? []
  if (origin && !/^https?$/i.test(scheme)) throw foreign(origin)
  const { host } = headers
  return [...(origin ? [authority] : []), ...(host === undefined ? [] : [host])]
}

/**
 * Refuses a request of a batch that is meant for another server: nobody is asked in its place. The batch's own host is
 * the one that its client named, to this server or to a proxy that is trusted; other names are in `guard.hosts`.
 *
 * @throws FOREIGN_HOST (400)
 */
export const checkHost = (request: BatchRequest, batch: Request): void => {
  for (const host of hostsOf(request)) {
    const isSame = [batch.host, batch.headers.host].some((own) => own !== undefined && normal(own) === normal(host))
    if (!isSame && !isOwnName(host)) throw foreign(host)
  }
}

const foreign = (host: string): Error =>
  badRequest('FOREIGN_HOST', `A batch leads to this server only, which is not known as "${host.slice(0, 80)}".`)

/**
 * A URL of a batch request as its path below the service, with a slash in front. All forms that OData names are
 * accepted: relative to the service, an absolute path, and an absolute URL, whose host may be that of a proxy.
 */
export const withinService = (url: string, servicePath: string): string => {
  const local = textBefore(url.replace(ORIGIN, ''), '#').replaceAll(' ', '%20')
  if (local === servicePath) return '/'
  if (local.startsWith(`${servicePath}/`)) return local.slice(servicePath.length)
  return local.startsWith('/') ? local : `/${local}`
}

/** A request of a batch on its way through the same handlers as any other request. */
export interface Part {
  readonly req: Request
  readonly res: Response
  /** Resolves when the answer is complete. */
  readonly answered: Promise<void>
  readAnswer(): BatchAnswer
}

/** Headers that describe how the text of a part lies in the batch, and that do not hold once it is cut out. */
const FRAMING: readonly string[] = ['content-length', 'transfer-encoding', 'content-encoding', 'connection', 'host']

/** What a part takes over from the batch unless it says otherwise. */
const INHERITED = ['accept-language', 'odata-maxversion', 'odata-version'] as const

/** Preferences of the batch count for its parts; `return` only where it is allowed. */
const inheritedPreferences = (batch: Request, method: string): string => {
  const isChange = method !== 'GET' && method !== 'DELETE'
  const names = isChange ? ['return'] : ['maxpagesize']
  return names.flatMap((name) => preference(batch, name)?.text ?? []).join(', ')
}

const headersOf = (request: BatchRequest, batch: Request): Record<string, string> => {
  checkHeaders(request.headers)
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !FRAMING.includes(name)))
  for (const name of INHERITED) {
    const value = batch.headers[name]
    if (typeof value === 'string') headers[name] ??= value
  }
  const prefer = inheritedPreferences(batch, request.method)
  if (prefer) headers['prefer'] ??= prefer
  if (request.body !== undefined) headers['content-length'] = String(bodyLength(request.body))
  return headers
}

const bodyLength = (body: unknown): number =>
  Buffer.byteLength(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))

/** Whether a body is no JSON: the bytes of a stream, or text. */
const isBytes = ({ body, headers }: BatchRequest): boolean =>
  Buffer.isBuffer(body) || (typeof body === 'string' && !headers['content-type']?.includes('application/json'))

/**
 * Makes a request and a response that look to express and CAP like those of a connection, and collect the answer.
 *
 * @throws INVALID_HEADER (400)
 */
export const createPart = (request: BatchRequest, url: string, batch: Request): Part => {
  const { app } = batch
  const { request: requestPrototype, response: responsePrototype } = prototypesOf(batch)
  const req = Object.setPrototypeOf(new IncomingMessage(batch.socket), requestPrototype) as Request
  const headers = headersOf(request, batch)
  Object.assign(req, { app, method: request.method, url, originalUrl: url, headers, complete: true })
  Object.assign(req, { baseUrl: batch.baseUrl, _subrequest: true })
  // What is left to read are the bytes of a stream: a handler that tries finds no others, of the batch's own connection.
  req._read = () => undefined
  if (isBytes(request)) req.push(Buffer.from(request.body as string))
  req.push(null)

  const res = Object.setPrototypeOf(new ServerResponse(req), responsePrototype) as Response
  Object.assign(res, { app, req, locals: {} })
  req.res = res

  const chunks: Buffer[] = []
  const collect = (chunk?: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
  }
  const { promise: answered, resolve } = Promise.withResolvers<undefined>()
  Object.assign(res, {
    write: (chunk: unknown) => (collect(chunk), true),
    end: (chunk?: unknown) => (collect(chunk), resolve(undefined), res),
  })

  const readAnswer = (): BatchAnswer => {
    const bytes = Buffer.concat(chunks)
    const body = TEXT.test(res.get('Content-Type') ?? 'text/plain') ? bytes.toString() : bytes
    const entries = Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)])
    return {
      status: res.statusCode,
      headers: Object.fromEntries(entries) as Record<string, string>,
      ...(body.length > 0 && { body }),
    }
  }
  return { req, res, answered, readAnswer }
}

/** Gives a part its body as any other request has it: what the text says, and the text, which may have more digits. */
export const putBody = (body: unknown, req: Request): void => {
  if (body === undefined || Buffer.isBuffer(body)) return
  const isText = typeof body === 'string'
  if (isText && !req.headers['content-type']?.includes('application/json')) {
    req.body = body
    return
  }
  const text = isText ? body : JSON.stringify(body)
  try {
    Object.assign(req, { body: JSON.parse(text) as unknown, _raw: text })
  } catch {
    throw badRequest('INVALID_BODY', 'The body of the request is not valid JSON.')
  }
}
