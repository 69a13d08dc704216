import type { AppLink } from '../cockpit/app-link.ts'
import type { Meters } from '../meters.ts'
import type { SharedState } from '../shared/state.ts'
import type { OwnCheck, OwnOperation } from './own-work.ts'

/** What is read of `cds.requires.auth.users`: as it is set, or as CAP keeps it once it is used. */
interface MockedUser {
  readonly password?: string
  readonly roles?: readonly string[] | Readonly<Record<string, unknown>>
}

/**
 * Mocked users who may use the API, for the sign-in page: those who come in with their names as passwords.
 *
 * @param users by their names; some are only names, or a password.
 * @param roles of the application that let them in.
 */
export const trialUsers = (users: Readonly<Record<string, unknown>>, roles: readonly string[]): readonly string[] =>
  Object.entries(users).flatMap(([name, user]) => {
    if (typeof user !== 'object' || user === null) return []
    const { password, roles: own = [] } = user as MockedUser
    const has = Array.isArray(own) ? own : Object.keys(own)
    return (password ?? name) === name && roles.some((role) => has.includes(role)) ? [name] : []
  })

/** What a server may have beyond a plain application, by its own code. All of it is optional. */
export interface Additions {
  /** Settings that count before those under `cds.requires.dba`. */
  readonly settings?: unknown
  /** What server processes share; asked for when the services are served. */
  readonly shared?: () => SharedState | undefined
  /** What else of the server is for whoever is signed in by a page, where it asks `bySession` who that is. */
  readonly sessionPaths?: readonly string[]
  /** Users of a server in development, for the sign-in page of the cockpit; their passwords are their names. */
  readonly tryAs?: readonly string[]
  /** Pages of the application that the cockpit links to. */
  readonly apps?: readonly AppLink[]
  /** Checks besides those of the engine, for `GET /alerts`. */
  readonly checks?: readonly OwnCheck[]
  /** Operations besides those of the API. */
  readonly operations?: readonly OwnOperation[]
  /** Told what the API does. */
  readonly meters?: Meters
  /** Called after every unit of work that may have changed the database, before anybody is told that it is done. */
  readonly onWritten?: () => void
}

let additions: Additions = {}

/**
 * Tells the API what this server has, besides what it was told before. To be called before the services are served.
 *
 * Lists are put together, settings of the same name are the last ones, and all are called that want to be told of writes.
 */
export const extend = (given: Additions): void => {
  const before = additions
  const both = <Item>(list: (of: Additions) => readonly Item[] | undefined): readonly Item[] | undefined =>
    list(given) && [...(list(before) ?? []), ...(list(given) ?? [])]
  const lists = {
    sessionPaths: both((of) => of.sessionPaths),
    tryAs: both((of) => of.tryAs),
    apps: both((of) => of.apps),
    checks: both((of) => of.checks),
    operations: both((of) => of.operations),
  }
  additions = {
    ...before,
    ...given,
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined)),
    ...(before.settings !== undefined && { settings: { ...before.settings, ...(given.settings as object) } }),
    ...(before.onWritten &&
      given.onWritten && {
        onWritten: () => {
          before.onWritten?.()
          given.onWritten?.()
        },
      }),
  }
}

/** What this server has told. */
export const currentAdditions = (): Additions => additions
