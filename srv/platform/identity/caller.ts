import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ExpiringMap } from '../guard/index.ts'
import { isLoopback } from './loopback.ts'
import { rolesOf } from './roles.ts'
import type { Principal } from './principal.ts'

/** How long credentials that have held are taken for good without another look: as long as passwords are. */
const REMEMBERED_MS = 60_000
const REMEMBERED_CREDENTIALS = 1_000

interface Caller {
  readonly key: string
  readonly principal: Principal
}

const ANONYMOUS = ''
const secret = randomBytes(32).toString('base64')
const remembered = new ExpiringMap<Caller>(REMEMBERED_MS, REMEMBERED_CREDENTIALS)

/** The same text for all requests of the same user with the same roles, and for no others. */
export const callerKey = (user: {
  readonly id: string
  readonly roles?: unknown
  is(role: string): boolean
}): string => (user.is('authenticated-user') ? keyOf(user.id, user.roles as object | undefined) : ANONYMOUS)

/** Keeps the credentials of a request in mind, which have just been found to hold. */
export const rememberCaller = (credentials: string, principal: Principal): void =>
  remembered.set(digest(credentials), { key: keyOf(principal.id, rolesOf(principal.roles)), principal })

/**
 * The `callerKey` of whoever sends a request, if that can be told at once: for requests without credentials, and for
 * credentials that have held a moment ago.
 */
export const recognizedCaller = (req: IncomingMessage): string | undefined => {
  const { authorization } = req.headers
  if (authorization === undefined) return ANONYMOUS
  const caller = remembered.get(digest(authorization))
  if (!caller) return undefined
  const { isLocal, expiresMs } = caller.principal
  // eslint-disable-next-line no-restricted-properties -- tokens tell their end by this clock
  if (expiresMs !== undefined && expiresMs <= Date.now()) return undefined
  return isLocal && !isLoopback(req.socket.localAddress) ? undefined : caller.key
}

/** The name of whoever sends a request whose `recognizedCaller` is told; `anonymous` without credentials. */
export const recognizedUser = ({ headers: { authorization } }: IncomingMessage): string | undefined =>
  authorization === undefined ? 'anonymous' : remembered.get(digest(authorization))?.principal.id

const keyOf = (id: string, roles: object = {}): string => JSON.stringify([id, ...Object.keys(roles).sort()])

/** So that no credentials lie in memory. */
const digest = (credentials: string): string => hash('sha256', secret + credentials, 'base64')
