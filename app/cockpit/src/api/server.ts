import type { Language } from '../i18n/language.ts'

/** Another page of the application that the cockpit is part of. */
export interface AppLink {
  readonly href: string
  readonly title: Readonly<Record<Language, string>>
}

/** What the server tells the cockpit of itself: where the API is, how one signs in, what else there is. */
export interface Server {
  /** Of the application. */
  readonly name: string
  /** Addresses, relative to the cockpit's own: of the application's root, */
  readonly site: string
  /** of the administration API, and of the service of the model's records. */
  readonly api: string
  readonly records: string | null
  /** Whether admins may run statements of their own; null where not. */
  readonly query: true | null
  /** By name and password, as who the browser is signed in already, or not at all. */
  readonly login: 'password' | 'browser' | 'none'
  /** Users of a server in development, whose passwords are their names. */
  readonly tryAs: readonly string[]
  /** Where the way leads from here; the first one is home. */
  readonly apps: readonly AppLink[]
}

let told: Server | undefined

/** Asks the server; to be awaited before anything else is loaded that needs it. */
export const loadServer = async (): Promise<void> => {
  told = (await (await fetch(new URL('server.json', document.baseURI), { cache: 'no-cache' })).json()) as Server
}

/** @throws Error before `loadServer` has ended. */
export const server = (): Server => {
  if (!told) throw new Error('The server has not been asked')
  return told
}

/** An address that the server has told, with what comes after it. */
export const addressOf = (base: string, path = ''): string => new URL(`${base}/${path}`, document.baseURI).href
