import type { IncomingMessage } from 'node:http'
import { createSecurityContext, IdentityService, XsaService, XsuaaService } from '@sap/xssec'
import { rolesOf, type Principal } from './roles.ts'

/** The payload of a verified token. Nothing in it can be relied on to be there, or to have the right type. */
type Claims = Readonly<Record<string, unknown>>

/** As the token has it: roles by name, without those that they include. */
interface TokenUser {
  readonly id: string
  readonly roles: readonly string[]
}

const LONGEST_ID = 255

const textsOf = (claim: unknown): string[] => {
  const values: unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : []
  return values.filter((value) => typeof value === 'string' && value !== '') as string[]
}

/** Scopes of this application, without its name in front; scopes of others mean nothing here. */
const ownScopes = (claims: Claims, application: string | undefined): string[] => {
  const prefix = `${application ?? ''}.`
  return textsOf(claims['scope'])
    .filter((scope) => application && scope.startsWith(prefix))
    .map((scope) => scope.slice(prefix.length))
}

/**
 * Who a token speaks for. Roles are the scopes of this application (XSUAA, XSA), or `groups` and `roles` (IAS).
 *
 * @param application - `xsappname` of the XSUAA or XSA binding; without it the token is one of IAS
 * @returns undefined for a token that names nobody
 */
export const tokenUser = (claims: Claims, application?: string): TokenUser | undefined => {
  const [id] = [application ? claims['user_name'] : undefined, claims['sub'], claims['client_id']].flatMap((claim) =>
    typeof claim === 'string' && claim !== '' ? [claim] : [],
  )
  if (id === undefined || id.length > LONGEST_ID) return undefined
  const roles = application
    ? ownScopes(claims, application)
    : [...textsOf(claims['groups']), ...textsOf(claims['roles'])]
  return { id, roles }
}

/** Credentials of a bound token service, as far as this folder looks at them. */
export interface TokenServiceCredentials {
  readonly clientid: string
  readonly url?: string
  readonly xsappname?: string
  /** Only XSUAA has it. */
  readonly uaadomain?: string
  /** Only IAS has it. */
  readonly domains?: readonly string[]
}

/** What xssec tells of a token that it has verified. */
interface VerifiedToken {
  readonly issuer: string | undefined
  readonly payload: Claims
}

/** The token service that an application is bound to. */
export interface TokenService {
  /**
   * Who the bearer token of a request speaks for; undefined when its issuer is not trusted, or it names nobody.
   *
   * @throws XssecError for a token without right form, time, audience or signature, or when its keys cannot be had.
   */
  readonly userOf: (req: IncomingMessage) => Promise<Principal | undefined>
}

// The cache of checked signatures is shared by all services of a process and does not look at the key: not worth its risk.
const createXssecService = (credentials: TokenServiceCredentials): XsuaaService | IdentityService => {
  const { uaadomain, domains } = credentials
  const Service = uaadomain ? XsuaaService : domains ? IdentityService : XsaService
  return new Service(credentials, { validation: { signatureCache: { enabled: false } } })
}

/** XSUAA and XSA put the address of their token endpoint into `iss`. IAS tokens have been checked against `domains`. */
const issuersOf = ({ domains, url }: TokenServiceCredentials): readonly string[] | undefined => {
  if (domains) return undefined
  if (!url) throw new Error('the credentials of the token service have no url: set cds.requires.auth.issuers')
  const base = url.replace(/\/$/, '')
  return [base, `${base}/oauth/token`]
}

/** A token without a time of its own is looked at every time. */
const expiryOf = ({ exp }: Claims): number => (typeof exp === 'number' ? exp * 1_000 : 0)

/**
 * @param issuers - the only values of `iss` to accept; by default those of the bound service
 */
export const createTokenService = (
  credentials: TokenServiceCredentials,
  issuers: readonly string[] | undefined = issuersOf(credentials),
): TokenService => {
  const service = createXssecService(credentials)
  const application = credentials.domains ? undefined : credentials.xsappname
  return {
    userOf: async (req) => {
      const { token } = (await createSecurityContext<typeof service>(service, { req })) as { token: VerifiedToken }
      const { issuer, payload } = token
      // xssec does not look at the issuer of XSUAA's and XSA's tokens.
      const isTrusted = issuers === undefined || (typeof issuer === 'string' && issuers.includes(issuer))
      const user = isTrusted ? tokenUser(payload, application) : undefined
      return user && { id: user.id, roles: rolesOf(user.roles), expiresMs: expiryOf(payload) }
    },
  }
}
