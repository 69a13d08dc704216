import { checkBody } from '../../../guard/index.ts'
import { limitsInForce } from '../../protocol/limits.ts'
import { textBefore } from '../../url/query.ts'
import { isRecord, parseExactly } from '../../protocol/exact-json.ts'
import type { BatchRequest } from './batch-request.ts'
import { badRequest, requestError } from '../../protocol/errors.ts'

/** What an earlier request of a batch has come to: the path of a record below the service, and its ETag. */
export interface Known {
  readonly path: string
  readonly etag?: string | undefined
}

type KnownAs = (name: string) => Known | undefined

const KNOWN_NAME = /^\$([\w.~-]+)(?=\/|$)/
const IN_ID = /(?<=[?&](?:\$|%24)id=)\$[\w.~-]+/
const MAY_REFER = /"\$[\w.~-]/

const relative = (text: string, known: KnownAs): string =>
  text.replace(KNOWN_NAME, (all, name: string) => known(name)?.path.slice(1) ?? all)

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
    const etag = known(KNOWN_NAME.exec(headers[name] ?? '')?.[1] ?? '')?.etag
    return etag === undefined ? [] : [[name, etag] as const]
  })
  return {
    ...request,
    url: start + end.replace(IN_ID, (id) => encodeURIComponent(relative(id, known))),
    headers: { ...headers, ...Object.fromEntries(conditions) },
    ...(body !== undefined && { body: bodyWith(body, /json/.test(headers['content-type'] ?? 'json'), known) }),
  }
}

/** Requests that are run together: one, or all of a group. */
export interface Step {
  readonly group?: string
  readonly requests: readonly BatchRequest[]
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const malformed = (message: string): Error => badRequest('BATCH_MALFORMED', message)

/** `$1` of `$1/characters`; the name of an earlier request, unless it is one of OData's own. */
const REFERENCE = /^\/?\$(?!(?:metadata|batch|count|entity|all|root|crossjoin|id)\b)([\w.~-]+)/

export const referenceOf = (url: string): string | undefined => REFERENCE.exec(url)?.[1]

const MAX_NAME_LENGTH = 255

/** What divides lines, for whoever reads the answer, and what is no text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** The answer repeats names, in multipart as headers. */
const checkName = (name: string): void => {
  if (name.length > MAX_NAME_LENGTH)
    throw malformed(`The id of a request or a group has at most ${MAX_NAME_LENGTH} characters.`)
  if (UNPRINTABLE.test(name)) throw malformed('The id of a request or a group has control characters.')
}

const check = (request: BatchRequest): void => {
  for (const name of [request.name, request.group]) if (name !== undefined) checkName(name)
  if (!METHODS.includes(request.method)) throw malformed(`The method "${request.method}" is not allowed in a batch.`)
  if (/(^|\/)\$batch\/?(\?|$)/.test(request.url)) throw malformed('A batch cannot contain a batch.')
  if (request.group && request.method === 'GET') throw malformed('A change set can only contain changes, not GET.')
}

/**
 * Puts the requests of a batch into the steps in which they are run, one after the other.
 *
 * Each request may only depend on earlier ones. So there are no cycles, and none waits for something that never comes:
 * a request that depends on itself makes CAP's own batch wait for ever with its transaction open.
 *
 * @throws BATCH_MALFORMED (400), BATCH_TOO_LARGE (413)
 */
export const planBatch = (requests: readonly BatchRequest[], limit: number): Step[] => {
  if (requests.length > limit) throw requestError(413, 'BATCH_TOO_LARGE', `A batch can have ${limit} requests at most.`)

  const steps: { group?: string; requests: BatchRequest[] }[] = []
  const known = new Set<string>()
  const names = new Set<string>()
  for (const request of requests) {
    const { id, name, group, dependsOn } = request
    check(request)
    if (known.has(id)) throw malformed(`The id "${id}" is given twice.`)
    for (const dependency of dependsOn)
      if (!known.has(dependency) || dependency === group)
        throw malformed(`"${id}" depends on "${dependency}", which is no earlier request or group.`)
    const reference = referenceOf(request.url)
    if (reference && !known.has(reference) && !names.has(reference))
      throw malformed(`The URL "${request.url}" refers to "$${reference}", which is no earlier request.`)

    const last = steps.at(-1)
    if (group && last?.group === group) last.requests.push(request)
    else {
      if (group && known.has(group)) throw malformed(`The requests of the group "${group}" must follow each other.`)
      steps.push({ requests: [request], ...(group && { group }) })
    }
    known.add(id)
    if (name) names.add(name)
    if (group) known.add(group)
  }
  return steps
}
