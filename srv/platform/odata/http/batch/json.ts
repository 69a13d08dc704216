import { badRequest } from '../../protocol/errors.ts'
import { joinHeaders, type BatchRequest, type Exchange } from './batch-request.ts'
import { parseExactly } from '../../protocol/exact-json.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const malformed = (message: string): Error => badRequest('BATCH_MALFORMED', message)

const parseText = (text: string): unknown => {
  try {
    return parseExactly(text)
  } catch {
    throw malformed('The batch is not valid JSON.')
  }
}

const text = (value: unknown, what: string): string => {
  if (typeof value !== 'string' || value === '') throw malformed(`${what} must be a string that is not empty.`)
  return value
}

const readHeaders = (headers: unknown = {}, where: string): Record<string, string> => {
  if (!isObject(headers)) throw malformed(`"headers" of ${where} must be an object.`)
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    text(value, `The header "${name}" of ${where}`),
  ])
  return joinHeaders(entries, where)
}

const readDependencies = (dependsOn: unknown = [], where: string): string[] => {
  if (!Array.isArray(dependsOn)) throw malformed(`"dependsOn" of ${where} must be an array.`)
  return dependsOn.map((id) => text(id, `Each item of "dependsOn" of ${where}`))
}

/** Media types of text. */
export const TEXT = /^(?:text\/|(?:application|multipart)\/(?:[\w.+-]*\+)?(?:json|xml|mixed|http)\b)/i

const readRequest = (request: unknown, index: number): BatchRequest => {
  const where = `request ${index + 1}`
  if (!isObject(request)) throw malformed(`Item ${index + 1} of "requests" must be an object.`)
  // A condition that is not looked at would run what the client wanted left out.
  if ('if' in request) throw malformed(`"if" of ${where} is not supported.`)
  const { id, method, url, body: sent, atomicityGroup, dependsOn } = request
  const name = text(id, `"id" of ${where}`)
  const headers = { 'content-type': 'application/json', ...readHeaders(request['headers'], where) }
  // What is neither JSON nor text is bytes in base64url.
  const body = typeof sent === 'string' && !TEXT.test(headers['content-type']) ? Buffer.from(sent, 'base64url') : sent
  return {
    id: name,
    name,
    method: text(method, `"method" of ${where}`).toUpperCase(),
    url: text(url, `"url" of ${where}`),
    headers,
    dependsOn: readDependencies(dependsOn, where),
    ...(body !== undefined && body !== null && { body }),
    ...(atomicityGroup !== undefined && { group: text(atomicityGroup, `"atomicityGroup" of ${where}`) }),
  }
}

/**
 * Reads a batch in OData's JSON format.
 *
 * @throws BATCH_MALFORMED (400) if it is no such batch
 * @see OData JSON Format 4.01, section "Batch Requests and Responses"
 */
export const readJsonBatch = (source: string): BatchRequest[] => {
  const batch = parseText(source)
  if (!isObject(batch) || !Array.isArray(batch['requests'])) throw malformed('"requests" must be an array.')
  return batch['requests'].map(readRequest)
}

/** The body as JSON text: JSON stays what it is, other text becomes a string, and so do bytes, in base64url. */
const bodyText = (body: string | Buffer, contentType: string | undefined): string => {
  if (Buffer.isBuffer(body)) return JSON.stringify(body.toString('base64url'))
  return contentType?.includes('application/json') ? body : JSON.stringify(body)
}

const writeAnswer = ({ request, answer }: Exchange): string => {
  const { status, headers, body } = answer
  const id = request.name ?? request.id
  const head = JSON.stringify({ id, status, headers, ...(request.group && { atomicityGroup: request.group }) })
  return body === undefined ? head : `${head.slice(0, -1)},"body":${bodyText(body, headers['content-type'])}}`
}

/** The answers of a batch in OData's JSON format, piece by piece. Bodies are put in as the text they already are. */
export function* writeJsonBatch(steps: readonly (readonly Exchange[])[]): Generator<string> {
  let before = '{"responses":['
  for (const exchange of steps.flat()) {
    yield before + writeAnswer(exchange)
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}
