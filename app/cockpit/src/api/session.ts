import { useSyncExternalStore } from 'react'

export type Role = 'viewer' | 'operator' | 'admin'

/** Who is signed in. */
export interface Session {
  readonly user: string
  readonly role: Role
  /** Value of the Authorization header. It lives as long as a tab of the cockpit is open, and is in no address. */
  readonly authorization: string
}

/** What the cockpit keeps begins with this: the application that it is part of keeps things in the same browser storage. */
const PREFIX = 'cds-dba.'
const KEY = `${PREFIX}session`
const RANKS: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 }
const listeners = new Set<() => void>()

const restore = (): Session | null => {
  const kept = sessionStorage.getItem(KEY)
  return kept === null ? null : (JSON.parse(kept) as Session)
}

let current: Session | null = restore()

export const getSession = (): Session | null => current

/** Signs in, or with null out; in this tab alone. */
export const setSession = (session: Session | null): void => {
  current = session
  if (session) sessionStorage.setItem(KEY, JSON.stringify(session))
  else for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = (): Session | null => useSyncExternalStore(subscribe, getSession)

/** Roles include those before them. */
export const hasRole = (session: Session | null, role: Role): boolean =>
  session !== null && RANKS[session.role] >= RANKS[role]

/** Whether who is signed in may do what needs a role. */
export const useRole = (role: Role): boolean => hasRole(useSession(), role)

/** @see https://www.rfc-editor.org/rfc/rfc7617 with UTF-8, as the server announces. */
export const basicAuthorization = (user: string, password: string): string => {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
