import cds from '@sap/cds'
import type { Request, Response } from 'express'
import { isLoopback } from '../guard/index.ts'
import { type Role, ROLES } from './roles.ts'
import { type AuthConfiguration, takesPasswords, userEntries } from './settings.ts'

/** Who looks at a page, as the page is told. */
interface ToldUser {
  /** Null without credentials. */
  readonly user: string | null
  /** Also of callers without credentials, where everybody has some. */
  readonly roles: readonly Role[]
  /** How they have proved who they are: a token comes from an approuter, which can be told to forget it; a session is one of this server. */
  readonly by: 'password' | 'token' | 'session' | null
  /** Whether a name and a password would do. */
  readonly takesPasswords: boolean
  /** Users of development, whose passwords are their names; on this machine alone, as they come in nowhere else. */
  readonly tryAs: readonly string[]
}

/** Tells pages who looks at them, at `/user`: 200 for everybody, 401 for credentials that do not hold. */
export const serveUser = (): void => {
  cds.once('served', () => {
    const { auth = {} } = (cds.env as unknown as { requires: { auth?: AuthConfiguration } }).requires
    cds.app.get('/user', cds.middlewares.before, (req: Request, res: Response) => {
      const user = cds.context?.user ?? cds.User.anonymous
      const isKnown = user.is('authenticated-user')
      const told: ToldUser = {
        user: isKnown ? user.id : null,
        roles: ROLES.filter((role) => user.is(role)),
        by: isKnown ? wayOf(req, res) : null,
        takesPasswords: takesPasswords(auth),
        tryAs: isLoopback(req.socket.localAddress) ? developmentUsers(auth) : [],
      }
      res.set({ 'Cache-Control': 'no-store', Vary: 'Authorization, Cookie' }).json(told)
    })
  })
}

const wayOf = (req: Request, { locals }: Response): ToldUser['by'] => {
  // Set by whoever has let the request in by a session.
  if (locals['session'] === true) return 'session'
  return /^Bearer /i.test(req.get('Authorization') ?? '') ? 'token' : 'password'
}

/**
 * Development users, whose passwords are their names: to be offered to whoever wants to try it.
 *
 * @param among the roles of which they have one.
 */
export const developmentUsers = (configuration: AuthConfiguration, among: readonly Role[] = ROLES): readonly string[] =>
  userEntries(configuration)
    .filter(([, { development = false, roles = [] }]) => development && among.some((role) => roles.includes(role)))
    .map(([name]) => name)
