import type { Principal } from './principal.ts'

/** The payload of a verified token. Nothing in it can be relied on to be there, or to have the right type. */
export type Claims = Readonly<Record<string, unknown>>

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
export const tokenUser = (claims: Claims, application?: string): Principal | undefined => {
  const [id] = [application ? claims['user_name'] : undefined, claims['sub'], claims['client_id']].flatMap((claim) =>
    typeof claim === 'string' && claim !== '' ? [claim] : [],
  )
  if (id === undefined || id.length > LONGEST_ID) return undefined
  const roles = application
    ? ownScopes(claims, application)
    : [...textsOf(claims['groups']), ...textsOf(claims['roles'])]
  return { id, roles }
}
