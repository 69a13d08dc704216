import type { AppLink } from '../cockpit/app-link.ts'
import type { Meters } from '../meters.ts'
import type { SharedState } from '../shared/state.ts'

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
  /** Told what the API does. */
  readonly meters?: Meters
  /** Called after every unit of work that may have changed the database, before anybody is told that it is done. */
  readonly onWritten?: () => void
}

let additions: Additions = {}

/** Tells the API what this server has. To be called before the services are served. */
export const extend = (given: Additions): void => {
  additions = given
}

/** What this server has told. */
export const currentAdditions = (): Additions => additions
