/** Signs in as a page does, and keeps what a browser would. */
import { send, type WireAnswer } from './http-client.ts'
import { basic } from './users.ts'

export interface PageSession {
  /** `name=value` of the cookie, as a browser sends it. */
  readonly cookie: string
  /** `Set-Cookie` as it came. */
  readonly setCookies: readonly string[]
  readonly csrfToken: string
  /** Headers of what a page of the server sends: reads and writes. */
  readonly headers: Record<string, string>
}

export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

/** @param name of a user whose password is the name. */
export const signInByPage = async (
  port: number,
  name: string,
  headers: Record<string, string> = {},
): Promise<PageSession> => {
  const answer = await send(port, {
    method: 'POST',
    path: '/api/v1/session',
    headers: { ...OWN_PAGE, ...basic(name), ...headers },
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return sessionOf(answer)
}

const sessionOf = ({ headers }: WireAnswer): PageSession => {
  const setCookies = headers['set-cookie'] ?? []
  const cookie = setCookies[0]?.split(';')[0] ?? ''
  const csrfToken = String(headers['x-csrf-token'])
  return { cookie, setCookies, csrfToken, headers: { ...OWN_PAGE, cookie, 'x-csrf-token': csrfToken } }
}
