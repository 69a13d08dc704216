import { badRequest } from '../errors.ts'
import type { BatchRequest } from './batch-request.ts'

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

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** Cuts a multipart body at its boundaries; what stands before the first and after the last is no part of it. */
const split = (body: string, boundary: string): string[] => {
  const delimiter = new RegExp(`(?:^|\\r?\\n)--${escaped(boundary)}(--)?[ \\t]*(?=\\r?\\n|$)`, 'g')
  const parts: string[] = []
  let start: number | undefined
  for (const match of body.matchAll(delimiter)) {
    if (start !== undefined) parts.push(body.slice(start, match.index))
    if (match[1]) return parts
    start = match.index + match[0].length
  }
  throw malformed(`The batch has no closing boundary "--${boundary}--".`)
}

/** Headers, an empty line, content. The line break that ends the boundary's line comes first. */
const readEntity = (source: string): Entity => {
  const text = source.replace(/^\r?\n/, '')
  const [, head = '', content = ''] = /^((?:[^\r\n]+(?:\r?\n|$))*)(?:\r?\n)?([^]*)$/.exec(text) ?? []
  const headers: Record<string, string> = {}
  for (const line of head.split(/\r?\n/).filter(Boolean)) {
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*:(.*)$/.exec(line) ?? []
    if (!name) throw malformed(`"${line.slice(0, 80)}" is not a header.`)
    headers[name.toLowerCase()] = value.trim()
  }
  return { headers, content }
}

const VERSION = /\sHTTP\/\d(?:\.\d)?$/

/** Method and URL of a line such as `GET People HTTP/1.1`. */
const readRequestLine = (line: string): { method: string; url: string } | undefined => {
  const text = line.trimEnd()
  const version = VERSION.exec(text)
  const [, method, url] = /^([A-Za-z]+)\s+(\S.*)$/.exec(text.slice(0, version?.index).trimEnd()) ?? []
  return version && method && url ? { method: method.toUpperCase(), url } : undefined
}

const readRequest = (part: Entity, id: string, group?: string): BatchRequest => {
  if (!/^application\/http\b/i.test(part.headers['content-type'] ?? ''))
    throw malformed('Every part of a batch must have the Content-Type application/http, or multipart/mixed.')
  const message = part.content.replace(/^(?:\r?\n)+/, '')
  const [line = ''] = message.split('\n', 1)
  const request = readRequestLine(line)
  if (!request) throw malformed('A part of the batch does not begin with a request line such as "GET People HTTP/1.1".')
  const { headers, content } = readEntity(message.slice(line.length + 1))
  const body = content.replace(/(?<!\n)(?:\r?\n)+$/, '')
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
