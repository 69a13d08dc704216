import createClient from 'openapi-fetch'
import type { paths } from '../../gen/api.d.ts'
import { readError } from './api-error.ts'
import { CSRF_HEADER, csrfToken, noteCsrfToken, wantsCsrfToken } from './csrf-token.ts'
import { addressOf, server } from './server.ts'
import { getSession, setSession } from './session.ts'

/** The address of the API, with a slash at its end. */
export const API = addressOf(server().api)

/**
 * Fetches as who is signed in, which the browser proves by itself.
 *
 * @throws ApiError for every answer that is no success. After a 401 nobody is signed in any more.
 */
export const authorizedFetch = async (request: Request): Promise<Response> => {
  const session = getSession()
  const response = await fetchBySession(request)
  if (response.ok) return response
  const error = await readError(response)
  if (response.status === 401 && getSession() === session) setSession(null)
  throw error
}

const fetchBySession = async (request: Request): Promise<Response> => {
  if (request.method === 'GET') return send(request, 'Fetch')
  // A file is not kept for a second time: it could be a large one.
  if (request.method === 'PUT') return send(request, await csrfToken(`${API}me`, true))
  const body = await request.text()
  const sendAnew = (token: string): Promise<Response> => send(new Request(request, body === '' ? {} : { body }), token)
  const response = await sendAnew(await csrfToken(`${API}me`))
  return wantsCsrfToken(response) ? sendAnew(await csrfToken(`${API}me`, true)) : response
}

/** Who sends a token, or asks for one, gets no challenge that would make the browser ask for a password. */
const send = async (request: Request, token: string): Promise<Response> => {
  const headers = new Headers(request.headers)
  headers.set(CSRF_HEADER, token)
  const response = await fetch(new Request(request, { headers, credentials: 'same-origin', cache: 'no-store' }))
  noteCsrfToken(response)
  return response
}

/** The administration API, typed by its OpenAPI document. Calls reject with `ApiError`; `data` is always there. */
export const api = createClient<paths>({ baseUrl: API.slice(0, -1), fetch: authorizedFetch })

/** The body of a successful answer. */
export const bodyOf = async <Body>(call: Promise<{ data?: Body }>): Promise<Body> => {
  const { data } = await call
  if (data === undefined) throw new TypeError('The answer has no body')
  return data
}
