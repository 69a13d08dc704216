import { randomUUID } from 'node:crypto'
import type { startApp } from './app.ts'

type App = ReturnType<typeof startApp>

export interface Answer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
  /** The parsed body, or undefined if it is no JSON. */
  body: any // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into arbitrary JSON
}

export interface Options {
  headers?: Record<string, string>
  body?: unknown
}

/** Sends one request to a path below the service, and tells the answer whatever its status. */
export type Ask = (method: string, path: string, options?: Options) => Promise<Answer>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const answer = (status: number, headers: Record<string, string>, text: string): Answer => ({
  status,
  headers,
  text,
  body: parsed(text),
})

/** Sends a request to any path of the server. Bodies that are no text are sent as JSON. */
export const send = async (
  app: App,
  method: string,
  path: string,
  { headers = {}, body }: Options = {},
): Promise<Answer> => {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {}
  const url = (app as unknown as { url: string }).url + path.replaceAll(' ', '%20')
  const response = await fetch(url, {
    method,
    headers: { ...type, ...headers },
    ...(text !== undefined && { body: text }),
  })
  return answer(response.status, Object.fromEntries(response.headers), await response.text())
}

const json = (headers: Record<string, string> = {}): Record<string, string> => ({
  'content-type': 'application/json',
  ...headers,
})

const CRLF = '\r\n'

/** One part of a multipart batch, with a request in it. */
export const part = (method: string, url: string, { headers, body }: Options = {}, contentId?: string): string => {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const lines = Object.entries(json(headers)).map(([name, value]) => `${name}: ${value}`)
  const id = contentId ? [`Content-ID: ${contentId}`] : []
  const mime = ['Content-Type: application/http', 'Content-Transfer-Encoding: binary', ...id]
  return [...mime, '', `${method} ${url} HTTP/1.1`, ...lines, '', text].join(CRLF)
}

export const multipart = (boundary: string, ...parts: string[]): string =>
  [...parts.map((text) => `--${boundary}${CRLF}${text}`), `--${boundary}--`, ''].join(CRLF)

/** A part that is a change set. */
export const changeSet = (...parts: string[]): string => {
  const boundary = `c_${randomUUID()}`
  return `Content-Type: multipart/mixed;boundary=${boundary}${CRLF}${CRLF}${multipart(boundary, ...parts)}`
}

/** The answers in a multipart response, those of change sets among them. */
export const readMultipart = (contentType: string, text: string): (Answer & { contentId?: string })[] => {
  const boundary = /boundary=(\S+)/.exec(contentType)![1]!
  const parts = text.split(`--${boundary}`).slice(1, -1)
  return parts.flatMap((source) => {
    const [head = '', ...rest] = source
      .replace(/^\r\n/, '')
      .replace(/\r\n$/, '')
      .split(CRLF + CRLF)
    if (/multipart\/mixed/.test(head)) return readMultipart(head, rest.join(CRLF + CRLF))
    const [status = '', ...lines] = rest[0]!.split(CRLF)
    const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
    const contentId = /^content-id: (.*)$/im.exec(head)?.[1]
    const body = rest.slice(1).join(CRLF + CRLF)
    return [
      {
        ...answer(Number(status.split(' ')[1]), Object.fromEntries(headers) as Record<string, string>, body),
        ...(contentId && { contentId }),
      },
    ]
  })
}

/** Sends a JSON batch. */
export const sendJsonBatch = (app: App, service: string, requests: unknown[], headers = {}): Promise<Answer> =>
  send(app, 'POST', `/odata/v4/${service}/$batch`, { headers, body: { requests } })

/** Sends a multipart batch. */
export const sendMultipartBatch = (app: App, service: string, parts: string[], headers = {}): Promise<Answer> =>
  send(app, 'POST', `/odata/v4/${service}/$batch`, {
    headers: { 'content-type': 'multipart/mixed;boundary=b1', ...headers },
    body: multipart('b1', ...parts),
  })

/** The path below its service of a URL that an answer gave. */
export const belowService = (url: string): string => url.replace(/^https?:\/\/[^/]+\/odata\/v4\/[^/]+\//, '')

/** The three ways in which every request must be answered alike: for `describe.each`. */
export const ways = (app: App, service: string): [way: string, ask: Ask][] => [
  ['at top level', (method, path, options) => send(app, method, `/odata/v4/${service}/${path}`, options)],
  [
    'in a JSON batch',
    async (method, path, { headers, body } = {}) => {
      const request = { id: '1', method, url: path, headers: json(headers), body }
      const { body: batch } = await sendJsonBatch(app, service, [request])
      const [part] = (batch as { responses: { status: number; headers: Record<string, string>; body?: unknown }[] })
        .responses
      const text = typeof part!.body === 'string' ? part!.body : JSON.stringify(part!.body ?? '')
      return answer(part!.status, part!.headers, part!.body === undefined ? '' : text)
    },
  ],
  [
    'in a multipart batch',
    async (method, path, options) => {
      const { headers, text } = await sendMultipartBatch(app, service, [part(method, path, options)])
      return readMultipart(headers['content-type']!, text)[0]!
    },
  ],
]
