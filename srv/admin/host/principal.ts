import { userInfo } from 'node:os'
import type { Request } from 'express'
import { AdminError } from '../core/errors.ts'
import type { Principal } from '../jobs/job.ts'
import { type Role, ROLES } from '../operations/operation.ts'
import type { LoginScheme } from '../http/login-schemes.ts'

const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
/** Headers that proxies add, under whatever names they tell whom they ask for. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|(?:x-|true-|cf-|fastly-|x-original-|x-cluster-)?(?:real|client|connecting|forwarded)-(?:ip|for))$/

/** Whether the connection comes from this machine. */
const isFromHere = ({ socket }: Request): boolean => LOOPBACK.test(socket.remoteAddress ?? '')

/**
 * Whether a request was made on this machine, by a program or by a page of this server. Not so what a proxy here passes on,
 * nor what a page from elsewhere makes a browser here send, whatever name that page has for this machine.
 */
export const isUnforwarded = (request: Request): boolean => {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers
  return (
    isFromHere(request) &&
    LOCAL_HOST.test(host) &&
    !Object.keys(request.headers).some((name) => FORWARDING.test(name)) &&
    ['none', 'same-origin'].includes(site) &&
    (origin === undefined || origin === `http://${host}` || origin === `https://${host}`)
  )
}

type Grants = Readonly<Record<Role, readonly string[]>>

/** Somebody on this machine, where nobody has to log in. */
const DEVELOPER: Principal = { id: 'developer', is: () => true }

/**
 * Who calls, by the login and the roles of the application around the API.
 *
 * @param grants for each role the application's roles that grant it; each role grants those before it as well.
 * @throws AdminError `FORBIDDEN` for callers elsewhere, where only those on this machine may come.
 */
export const principalOf = (
  user: Principal | undefined,
  request: Request,
  { callers }: Access,
  grants: Grants,
): Principal | undefined => {
  if (callers === 'owner') return ownerBehind(request)
  if (callers !== 'all' && !isUnforwarded(request))
    throw notFromHere(callers === 'local' ? 'mocked users have no passwords' : 'there is no authentication')
  if (callers === 'developer') return DEVELOPER
  if (!user?.is('authenticated-user')) return undefined
  return {
    id: user.id,
    is: (role) => (isRole(role) ? granting(role, grants).some((name) => user.is(name)) : user.is(role)),
  }
}

/** Connections of networks have an address. @throws AdminError `FORBIDDEN` for all of these */
const ownerBehind = ({ socket }: Request): Principal => {
  if (socket.remoteAddress !== undefined) throw new AdminError('FORBIDDEN', 'This server is for its owner alone')
  return { id: `owner:${userInfo().username}`, is: () => true }
}

const isRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name)

const granting = (role: Role, grants: Grants): string[] =>
  ROLES.slice(ROLES.indexOf(role)).flatMap((each) => grants[each])

const notFromHere = (reason: string): AdminError =>
  new AdminError(
    'FORBIDDEN',
    `Only callers on the server's own machine may come, under its own name and by no proxy, since ${reason}`,
  )

/** What is read of `cds.requires.auth`. */
export interface HostAuthentication {
  readonly kind?: string
  /** Of a strategy that is the application's own. */
  readonly impl?: string
  /** Those that are mocked, by their names. */
  readonly users?: Readonly<Record<string, unknown>>
  /** Of the service that gives tokens. */
  readonly credentials?: { readonly url?: unknown }
}

/** How an application lets people in. */
export interface Access {
  /** Ways to log in that can succeed; none where nobody has to. */
  readonly schemes: readonly LoginScheme[]
  /**
   * Who may come: everybody who can log in, callers on this machine who do so, since their users have no passwords,
   * callers on this machine without any login, or the owner of the process alone.
   */
  readonly callers: 'all' | 'local' | 'developer' | 'owner'
  /** Where tokens come from, where it is known. */
  readonly issuer?: string | undefined
}

const BUILT_IN: Readonly<Record<string, readonly LoginScheme[]>> = {
  mocked: ['basic'],
  basic: ['basic'],
  jwt: ['bearer'],
  xsuaa: ['bearer'],
  ias: ['bearer'],
}

/**
 * Finds out how an application lets people in.
 *
 * @returns a sentence where a database must not be opened to them.
 */
export const accessOf = (
  auth: HostAuthentication | false | null | undefined,
  isProduction: boolean,
): Access | string => {
  const kind = kindOf(auth)
  if (kind === 'none' || kind === 'mocked') {
    if (isProduction) return `Not served: in production it needs a login, and authentication is '${kind}'`
    return { schemes: BUILT_IN[kind] ?? [], callers: kind === 'none' ? 'developer' : 'local' }
  }
  const schemes = BUILT_IN[kind] ?? ['basic', 'bearer']
  return { schemes, callers: 'all', ...(schemes.includes('bearer') && issuerOf(auth)) }
}

const issuerOf = (auth: HostAuthentication | false | null | undefined): { readonly issuer?: string } => {
  const url = auth ? auth.credentials?.url : undefined
  return typeof url === 'string' && URL.canParse(url) ? { issuer: url } : {}
}

const kindOf = (auth: HostAuthentication | false | null | undefined): string => {
  if (!auth || (auth.impl === undefined && auth.kind === undefined)) return 'none'
  if (auth.impl !== undefined) return 'custom'
  const kind = (auth.kind ?? '').replace(/-auth$/, '')
  return kind === 'dummy' ? 'none' : kind
}
