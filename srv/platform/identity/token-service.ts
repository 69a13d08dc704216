import { IdentityService, XsaService, XssecPassportStrategy, XsuaaService } from '@sap/xssec'
import { type Claims, tokenUser } from './token-user.ts'
import type { Strategy } from 'passport'
import type { Principal } from './principal.ts'

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

/** What xssec hands on for a token that it verified. */
export interface VerifiedToken {
  readonly issuer: string | undefined
  readonly payload: Claims
}

/** The token service that an application is bound to. */
export interface TokenService {
  /** Checks form, time, audience and signature of a bearer token, but not the issuer of XSUAA and XSA tokens. */
  readonly strategy: Strategy
  /** Who a verified token speaks for; undefined when its issuer is not trusted, or it names nobody. */
  userOf(token: VerifiedToken): Principal | undefined
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

/**
 * @param issuers - the only values of `iss` to accept; by default those of the bound service
 */
export const createTokenService = (
  credentials: TokenServiceCredentials,
  issuers: readonly string[] | undefined = issuersOf(credentials),
): TokenService => {
  const strategy = new XssecPassportStrategy(createXssecService(credentials)) as Strategy
  const application = credentials.domains ? undefined : credentials.xsappname
  return {
    strategy,
    userOf: ({ issuer, payload }) => {
      const isTrusted = issuers === undefined || (typeof issuer === 'string' && issuers.includes(issuer))
      return isTrusted ? tokenUser(payload, application) : undefined
    },
  }
}
