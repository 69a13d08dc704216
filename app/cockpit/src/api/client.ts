import createClient from 'openapi-fetch'
import type { paths } from '../../gen/api.d.ts'
import { readError } from './api-error.ts'
import { csrfToken } from './csrf-token.ts'
import { addressOf, server } from './server.ts'
import { getSession, setSession } from './session.ts'

/** The address of the API, with a slash at its end. */
export const API = addressOf(server().api)

const isByBrowser = server().login === 'browser'

/**
 * Fetches as who is signed in. Without the browser's own store of passwords, and so without its dialog for them, unless
 * it is the browser that is signed in.
 *
 * @throws ApiError for every answer that is no success. After a 401 nobody is signed in any more.
 */
export const authorizedFetch = async (request: Request): Promise<Response> => {
  const session = getSession()
  const response = await (isByBrowser ? fetchByBrowser(request) : fetchAs(session?.authorization, request))
  if (response.ok) return response
  const error = await readError(response)
  if (response.status === 401 && getSession() === session) setSession(null)
  throw error
}

const fetchAs = (authorization: string | undefined, request: Request): Promise<Response> => {
  const headers = new Headers(request.headers)
  if (authorization && !headers.has('Authorization')) headers.set('Authorization', authorization)
  return fetch(new Request(request, { headers, credentials: 'omit', cache: 'no-store' }))
}

const fetchByBrowser = async (request: Request): Promise<Response> => {
  const send = async (isStale: boolean): Promise<Response> => {
    const headers = new Headers(request.headers)
    const token = request.method === 'GET' ? null : await csrfToken(`${API}me`, isStale)
    if (token !== null) headers.set('X-CSRF-Token', token)
    return fetch(new Request(request.clone(), { headers, credentials: 'same-origin', cache: 'no-store' }))
  }
  const response = await send(false)
  return response.status === 403 && /^required$/i.test(response.headers.get('X-CSRF-Token') ?? '')
    ? send(true)
    : response
}

/** The administration API, typed by its OpenAPI document. Calls reject with `ApiError`; `data` is always there. */
export const api = createClient<paths>({ baseUrl: API.slice(0, -1), fetch: authorizedFetch })

/** The body of a successful answer. */
export const bodyOf = async <Body>(call: Promise<{ data?: Body }>): Promise<Body> => {
  const { data } = await call
  if (data === undefined) throw new TypeError('The answer has no body')
  return data
}
