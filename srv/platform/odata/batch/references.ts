import { checkBody } from '../../guard/index.ts'
import { limitsInForce } from '../limits/limits.ts'
import { textBefore } from '../urls/text-before.ts'
import { isRecord, parseExactly } from '../values/exact-json.ts'
import type { BatchRequest } from './batch-request.ts'

/** What an earlier request of a batch has come to: the path of a record below the service, and its ETag. */
export interface Known {
  readonly path: string
  readonly etag?: string | undefined
}

type KnownAs = (name: string) => Known | undefined

const REFERENCE = /^\$([\w.~-]+)(?=\/|$)/
const IN_ID = /(?<=[?&](?:\$|%24)id=)\$[\w.~-]+/
const MAY_REFER = /"\$[\w.~-]/

const relative = (text: string, known: KnownAs): string =>
  text.replace(REFERENCE, (all, name: string) => known(name)?.path.slice(1) ?? all)

const NAMES = /^(?:@odata\.id|@id|.+@odata\.bind|.+@bind)$/

const inBody = (value: unknown, known: KnownAs): unknown => {
  if (Array.isArray(value)) return value.map((item) => inBody(item, known))
  if (!isRecord(value) || value instanceof Number) return value
  const resolve = (url: unknown): unknown => (typeof url === 'string' ? relative(url, known) : url)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (!NAMES.test(name)) return [name, inBody(member, known)]
      return [name, Array.isArray(member) ? member.map(resolve) : resolve(member)]
    }),
  )
}

const bodyWith = (body: unknown, isJson: boolean, known: KnownAs): unknown => {
  if (Buffer.isBuffer(body)) return body
  if (typeof body !== 'string') {
    // Read and written by recursion, which ends with an error of its own where a body nests deeper than any may.
    checkBody(body, limitsInForce())
    return inBody(body, known)
  }
  if (!isJson || !MAY_REFER.test(body)) return body
  try {
    return JSON.stringify(inBody(parseExactly(body), known))
  } catch {
    // What is no JSON is refused by those who read it.
    return body
  }
}

/**
 * A request with what its `$` references stand for: in its URL, in `$id`, in the URLs that its body binds to, and in its
 * conditions, where it is the ETag.
 *
 * @throws Refusal for a body beyond the limits
 * @see OData 4.01 Protocol, sections 11.7.4 and 11.7.5
 */
export function withReferences(request: BatchRequest, known: KnownAs): BatchRequest {
  const { url, headers, body } = request
  const first = textBefore(url, '?')
  const end = url.slice(first.length)
  const start = /^\/?\$/.test(first) ? relative(first.replace(/^\//, ''), known) : first
  const conditions = (['if-match', 'if-none-match'] as const).flatMap((name) => {
    const etag = known(REFERENCE.exec(headers[name] ?? '')?.[1] ?? '')?.etag
    return etag === undefined ? [] : [[name, etag] as const]
  })
  return {
    ...request,
    url: start + end.replace(IN_ID, (id) => encodeURIComponent(relative(id, known))),
    headers: { ...headers, ...Object.fromEntries(conditions) },
    ...(body !== undefined && { body: bodyWith(body, /json/.test(headers['content-type'] ?? 'json'), known) }),
  }
}
