import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import { idOf, isToken, newToken, seal, unseal } from './token.ts'
import type { SessionStore } from './session-store.ts'

/** How the browser keeps a session: no script can read it, and it goes to these paths of this site only. */
export interface SessionCookie {
  readonly name: string
  readonly paths: readonly string[]
}

const FLAGS = 'HttpOnly; SameSite=Strict'

/**
 * Who is signed in by a page. The server keeps the credentials, sealed, and the browser what opens them: neither has any
 * without the other. Each request is let in by the credentials as if it had sent them, so that whoever may no longer come
 * does not come by a session either.
 */
export class Sessions {
  readonly #store: SessionStore
  readonly #cookie: SessionCookie

  constructor(store: SessionStore, cookie: SessionCookie) {
    this.#store = store
    this.#cookie = cookie
  }

  /** What the browser has sent, which may be over. */
  tokenOf({ headers: { cookie = '' } }: IncomingMessage): string | undefined {
    const start = `${this.#cookie.name}=`
    return cookie
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each.startsWith(start))
      .map((each) => each.slice(start.length))
      .find(isToken)
  }

  /** Begins a session, in the place of the one that the browser has. */
  async begin(request: Request, response: Response, owner: string, authorization: string): Promise<string> {
    const before = this.tokenOf(request)
    const token = newToken()
    await this.#store.add({ id: idOf(token), owner, sealed: seal(token, authorization) })
    if (before !== undefined) await this.#store.end(idOf(before))
    this.#send(request, response, token)
    return token
  }

  /** The credentials of a session that lasts, which it does longer by that. */
  async credentialsOf(token: string): Promise<string | undefined> {
    const found = await this.#store.find(idOf(token), true)
    return found && unseal(token, found.sealed)
  }

  /** When a session ends unless it is used, which this is not; undefined when it is over. */
  async endsInMs(token: string): Promise<number | undefined> {
    return (await this.#store.find(idOf(token), false))?.endsInMs
  }

  /** Ends a session everywhere. */
  async end(token: string): Promise<void> {
    await this.#store.end(idOf(token))
  }

  /** Has the browser forget its session. */
  forget(request: Request, response: Response): void {
    this.#send(request, response, '', '; Max-Age=0')
  }

  #send(request: Request, response: Response, value: string, rest = ''): void {
    const { name, paths } = this.#cookie
    // A proxy that ends TLS need not be one that is believed.
    const isSecure = request.secure || request.headers.origin?.startsWith('https://') === true
    const flags = `${FLAGS}${isSecure ? '; Secure' : ''}${rest}`
    for (const path of paths) response.append('Set-Cookie', `${name}=${value}; Path=${path}; ${flags}`)
  }
}
