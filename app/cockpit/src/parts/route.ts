import { useSyncExternalStore } from 'react'

/** Where in the cockpit one is: `#/table/main/saga_Film?tab=rows` is page `table` with two segments and one option. */
export interface Route {
  readonly page: string
  readonly segments: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/** @param hash with its `#`; what cannot be decoded is taken as it is. */
export const parseRoute = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2)
  const [page = '', ...segments] = path.split('/').map(decode)
  return { page, segments, options: Object.fromEntries(new URLSearchParams(query)) }
}

/** The address of a place, for links. Options that are empty are left out. */
export const hrefOf = (
  page: string,
  segments: readonly string[] = [],
  options: Readonly<Record<string, string | undefined>> = {},
): string => {
  const given = Object.entries(options).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(given).toString()
  return `#/${[page, ...segments].map(encodeURIComponent).join('/')}${query && `?${query}`}`
}

/** Goes to a place; `replace` leaves no step to come back to. All who look at the address know when this returns. */
export const navigate = (href: string, { replace = false } = {}): void => {
  if (href === location.hash) return
  if (replace) history.replaceState(history.state, '', href)
  else history.pushState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

const listeners = new Set<() => void>()

/** Whether who is here may go there. */
type Guard = (next: Route) => boolean
let guard: Guard | undefined

/** Asks before another place is shown; who may not go stays. @returns what asks no more. */
export const guardRoute = (mayGo: Guard): (() => void) => {
  guard = mayGo
  return () => {
    if (guard === mayGo) guard = undefined
  }
}

/** Asks who has something to lose, where there is somebody, before all of it goes. */
export const mayLeave = (): boolean => guard === undefined || guard({ page: '', segments: [], options: {} })

const tell = (): void => {
  if (guard && last && last.hash !== location.hash && !guard(parseRoute(location.hash))) {
    history.pushState(null, '', last.hash)
    return
  }
  for (const listener of [...listeners]) listener()
}

/**
 * All are told at once: React draws between two listeners of the browser's own, and would draw a page, which listens first,
 * with the address of the next one before the frame has changed the page.
 */
const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) addEventListener('hashchange', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('hashchange', tell)
  }
}

let last: { hash: string; route: Route } | undefined

const currentRoute = (): Route => {
  const { hash } = location
  if (last?.hash !== hash) last = { hash, route: parseRoute(hash) }
  return last.route
}

export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute)

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
