/** What an answer says, as far as it does not depend on when it was asked for. */
import type { Request } from './operations.ts'

export interface Reply {
  readonly status: string
  /** Of the film that was asked for. */
  readonly etag?: string
  /** The record that the request changes, if it is a film. */
  readonly changes?: string
  readonly text: string
}

/** Any 4XX: at once, an operation may be refused for another reason than after the other one. */
export const REFUSED = 'refused'
/** 503 with `Retry-After`. */
export const BUSY = 'busy'

interface Part {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

const partsOf = (text: string): readonly Part[] | undefined => {
  try {
    return (JSON.parse(text) as { responses?: readonly Part[] }).responses
  } catch {
    return undefined
  }
}

/** Who reads back what he has just created may find that it is gone: 204 instead of 201. */
const statusOf = (method: string, status: number): string =>
  status >= 400 && status < 500 ? REFUSED : method === 'POST' && status === 204 ? '201' : String(status)

const FILM = /\/Film\(ID=[^)]*\)(?=$|\/[a-z_]+$)/

const changedBy = ({ method, path }: Request): string | undefined =>
  method === 'POST' ? undefined : FILM.exec(path)?.[0]

export function readReply(request: Request, status: number, headers: Headers, text: string): Reply {
  const parts = partsOf(text)
  const requests = (request.body as { requests?: { method: string; url: string }[] } | undefined)?.requests
  if (!parts || !requests) {
    const isBusy = status === 503 && headers.has('retry-after')
    const etag = headers.get('etag')
    const changes = changedBy(request)
    const own = isBusy ? BUSY : statusOf(request.method, status)
    return { status: own, text: `${String(status)} ${text}`, ...(etag && { etag }), ...(changes && { changes }) }
  }
  const statuses = parts.map((part, index) => statusOf(requests[index]?.method ?? '', part.status))
  const isBusy = parts.some((part) => part.status === 503 && part.headers?.['retry-after'] !== undefined)
  const tagged = parts.findIndex((part) => part.headers?.['etag'] !== undefined)
  const tag = tagged >= 0 ? parts[tagged]?.headers?.['etag'] : undefined
  const one = requests[tagged]
  const changes = one && changedBy({ method: one.method, path: one.url })
  const hasFault = statuses.some((each) => each.startsWith('5'))
  const own = isBusy ? BUSY : statuses.includes(REFUSED) && !hasFault ? REFUSED : statuses.join('+')
  return { status: own, text, ...(tag && { etag: tag }), ...(changes && { changes }) }
}
