import type { LoginScheme } from '../http/login-scheme.ts'

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
