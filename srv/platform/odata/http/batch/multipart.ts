import { badRequest } from '../../protocol/errors.ts'
import { isHeaderName, joinHeaders, type BatchRequest, type Exchange } from './batch-request.ts'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'

interface Entity {
  readonly headers: Readonly<Record<string, string>>
  readonly content: string
}

const malformed = (message: string): Error => badRequest('BATCH_MALFORMED', message)

/** The boundary in a Content-Type, quoted or not; undefined if there is none that RFC 2046 allows. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  return boundary && /^[\w'()+,\-./:=? ]{1,70}$/.test(boundary) && !boundary.endsWith(' ') ? boundary : undefined
}

/** Where the line that begins at an index ends, and where the next one begins. */
const lineAt = (text: string, start: number): { end: number; next: number } => {
  const found = text.indexOf('\n', start)
  if (found < 0) return { end: text.length, next: text.length }
  return { end: text[found - 1] === '\r' && found > start ? found - 1 : found, next: found + 1 }
}

/** What a delimiter's line may hold behind it: the two hyphens of the last one, and space. */
const AFTER_DELIMITER = /^(--)?[ \t]*$/

/** Cuts a multipart body at its boundaries; what stands before the first and after the last is no part of it. */
const split = (body: string, boundary: string): string[] => {
  const delimiter = `--${boundary}`
  const parts: string[] = []
  let start: number | undefined
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue
    const { end, next } = lineAt(body, at)
    const rest = AFTER_DELIMITER.exec(body.slice(at + delimiter.length, end))
    if (!rest) continue
    // The line break before a delimiter belongs to the delimiter.
    if (start !== undefined) parts.push(body.slice(start, at - (body[at - 2] === '\r' ? 2 : 1)))
    if (rest[1]) return parts
    start = next
  }
  throw malformed(`The batch has no closing boundary "--${boundary}--".`)
}

/** Headers up to an empty line, then content. */
const readEntity = (source: string): Entity => {
  const lines: [name: string, value: string][] = []
  for (let start = 0; ;) {
    const { end, next } = lineAt(source, start)
    if (end === start) return { headers: joinHeaders(lines, 'a part'), content: source.slice(next) }
    const line = source.slice(start, end)
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trimEnd()
    if (!isHeaderName(name)) throw malformed(`"${line.slice(0, 80)}" is not a header.`)
    lines.push([name, line.slice(colon + 1).trim()])
    start = next
  }
}

/** Counted from the end: an expression would begin anew at each line break. */
const withoutLastBreaks = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1
  return text.slice(0, end)
}

const VERSION = /\sHTTP\/\d(?:\.\d)?$/

/** Whether a line ends with a version that is none. */
const isOfOtherVersion = (line: string): boolean => /^HTTP\//i.test(line.slice(line.lastIndexOf(' ') + 1))

/** Method and URL of a line such as `GET People HTTP/1.1`. Where the version is missing it is that one: there is no other. */
const readRequestLine = (line: string): { method: string; url: string } | undefined => {
  const text = line.trimEnd()
  const version = VERSION.exec(text)
  if (!version && isOfOtherVersion(text)) return undefined
  const [, method, url] = /^([A-Za-z]+)\s+(\S.*)$/.exec(text.slice(0, version?.index).trimEnd()) ?? []
  return method && url ? { method: method.toUpperCase(), url } : undefined
}

const readRequest = (part: Entity, id: string, group?: string): BatchRequest => {
  if (!/^application\/http\b/i.test(part.headers['content-type'] ?? ''))
    throw malformed('Every part of a batch must have the Content-Type application/http, or multipart/mixed.')
  const message = part.content.replace(/^(?:\r?\n)+/, '')
  const { end, next } = lineAt(message, 0)
  const request = readRequestLine(message.slice(0, end))
  if (!request) throw malformed('A part of the batch does not begin with a request line such as "GET People HTTP/1.1".')
  const { headers, content } = readEntity(message.slice(next))
  const body = withoutLastBreaks(content)
  const name = part.headers['content-id'] ?? headers['content-id']
  return {
    id,
    ...request,
    headers: { 'content-type': 'application/json', ...headers, ...(name && { 'content-id': name }) },
    dependsOn: [],
    ...(name && { name }),
    ...(body && { body }),
    ...(group && { group }),
  }
}

/**
 * Reads a batch in OData's multipart format. Both line endings, a preamble and quoted boundaries are accepted.
 *
 * @throws BATCH_MALFORMED (400) if it is no such batch
 * @see OData Protocol 4.01, section "Multipart Batch Format"
 */
export const readMultipartBatch = (source: string, boundary: string): BatchRequest[] => {
  const requests: BatchRequest[] = []
  const add = (part: Entity, group?: string): void => {
    requests.push(readRequest(part, `r${requests.length + 1}`, group))
  }
  for (const [index, part] of split(source, boundary).map(readEntity).entries()) {
    const contentType = part.headers['content-type'] ?? ''
    if (!/^multipart\/mixed\b/i.test(contentType)) {
      add(part)
      continue
    }
    const inner = boundaryOf(contentType)
    if (!inner) throw malformed('A change set has no boundary in its Content-Type.')
    for (const member of split(part.content, inner).map(readEntity)) add(member, `changeset${index + 1}`)
  }
  return requests
}

const CRLF = '\r\n'

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

/** What an answer is written in: text, and bytes that are none. */
type Piece = string | Buffer

function* writeAnswer({ request, answer }: Exchange): Generator<Piece> {
  const part = { 'content-type': 'application/http', 'content-transfer-encoding': 'binary' }
  yield [
    ...headerLines(request.name ? { ...part, 'content-id': request.name } : part),
    '',
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...headerLines(answer.headers),
    '',
    '',
  ].join(CRLF)
  yield answer.body ?? ''
}

function* multipart(parts: Iterable<Iterable<Piece>>, boundary: string): Generator<Piece> {
  for (const part of parts) {
    yield `--${boundary}${CRLF}`
    yield* part
    yield CRLF
  }
  yield `--${boundary}--${CRLF}`
}

/** A change set that failed has one answer: of the request that failed. */
function* writeStep(exchanges: readonly Exchange[]): Generator<Piece> {
  const [first] = exchanges
  const failures = exchanges.filter(({ answer }) => answer.status >= 400)
  const cause = first?.request.group ? (failures.find(({ answer }) => answer.status !== 424) ?? failures[0]) : first
  if (cause) {
    yield* writeAnswer(cause)
    return
  }
  const boundary = `changeset_${randomUUID()}`
  yield `content-type: multipart/mixed; boundary=${boundary}${CRLF}${CRLF}`
  yield* multipart(exchanges.map(writeAnswer), boundary)
}

/** The answers of a batch in OData's multipart format, piece by piece, with the boundary that they are divided by. */
export const writeMultipartBatch = (
  steps: readonly (readonly Exchange[])[],
): { boundary: string; pieces: Iterable<Piece> } => {
  const boundary = `batch_${randomUUID()}`
  return { boundary, pieces: multipart(steps.map(writeStep), boundary) }
}
