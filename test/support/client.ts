import type { Answer, App } from './app.ts'
import { as } from './users.ts'

/** The body of an error. */
export interface ErrorBody {
  error: { code: string; message: string; target?: string; details?: { code: string; target?: string }[] }
}

/** A row of an answer, or the body of one. */
export type Row = Record<string, unknown>

/** One service as one user sees it. Every status is an answer here. */
export interface Client {
  get<Body = Row>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>
  post<Body = Row>(path: string, body?: object, headers?: Record<string, string>): Promise<Answer<Body>>
  patch<Body = Row>(path: string, body: object, headers?: Record<string, string>): Promise<Answer<Body>>
  put<Body = Row>(path: string, body: object, headers?: Record<string, string>): Promise<Answer<Body>>
  remove(path: string, headers?: Record<string, string>): Promise<Answer<Row>>
  /** The rows of a collection; fails when the answer is none. */
  rows(path: string): Promise<Row[]>
}

/** A client for a service, such as `SagaFilm`, logged in as a user of the tests. */
export function client(app: App, service: string, user = 'alice'): Client {
  const url = (path: string): string => `/odata/v4/${service}/${path}`
  const options = (headers?: Record<string, string>): object => ({
    ...as(user),
    validateStatus: () => true,
    ...(headers && { headers }),
  })
  return {
    get: (path, headers) => app.GET(url(path), options(headers)),
    post: (path, body = {}, headers) => app.POST(url(path), body, options(headers)),
    patch: (path, body, headers) => app.PATCH(url(path), body, options(headers)),
    put: (path, body, headers) => app.PUT(url(path), body, options(headers)),
    remove: (path, headers) => app.DELETE(url(path), options(headers)),
    async rows(path) {
      const { status, data } = await app.GET<{ value: Row[] }>(url(path), options())
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(data)}`)
      return data.value
    },
  }
}

/** A path with system query options, named without their `$`. */
export const withQuery = (path: string, options: Record<string, string | number | boolean>): string =>
  `${path}?${Object.entries(options)
    .map(([name, value]) => `$${name}=${encodeURIComponent(value)}`)
    .join('&')}`
