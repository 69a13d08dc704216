import { useSyncExternalStore } from 'react'

export type Role = 'viewer' | 'operator' | 'admin'

/** Who is signed in. What proves it only the browser and the server have: no page can read it. */
export interface Session {
  readonly user: string
  readonly role: Role
}

/** What the cockpit keeps begins with this: the application that it is part of keeps things in the same browser storage. */
const PREFIX = 'cds-dba.'
const RANKS: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, admin: 2 }
const listeners = new Set<() => void>()

let current: Session | null = null

export const getSession = (): Session | null => current

/** Shows somebody as signed in, or with null nobody, and forgets what was kept for them; in this tab alone. */
export const setSession = (session: Session | null): void => {
  current = session
  if (!session)
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
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
