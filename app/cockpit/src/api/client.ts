import createClient from 'openapi-fetch'
import type { paths } from '../../gen/api.d.ts'
import { readError } from './api-error.ts'
import { getSession, setSession } from './session.ts'

/** The server's root, whatever path the cockpit is served at. */
export const SERVER = new URL('..', document.baseURI).href

/**
 * Fetches as who is signed in. Without the browser's own store of passwords, and so without its dialog for them.
 *
 * @throws ApiError for every answer that is no success. After a 401 nobody is signed in any more.
 */
export const authorizedFetch = async (request: Request): Promise<Response> => {
  const session = getSession()
  const headers = new Headers(request.headers)
  if (session && !headers.has('Authorization')) headers.set('Authorization', session.authorization)
  const response = await fetch(new Request(request, { headers, credentials: 'omit', cache: 'no-store' }))
  if (response.ok) return response
  const error = await readError(response)
  if (response.status === 401 && getSession() === session) setSession(null)
  throw error
}

/** The administration API, typed by its OpenAPI document. Calls reject with `ApiError`; `data` is always there. */
export const api = createClient<paths>({ baseUrl: `${SERVER}api/v1`, fetch: authorizedFetch })

/** The body of a successful answer. */
export const bodyOf = async <Body>(call: Promise<{ data?: Body }>): Promise<Body> => {
  const { data } = await call
  if (data === undefined) throw new TypeError('The answer has no body')
  return data
}
