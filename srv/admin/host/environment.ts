import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process, { env } from 'node:process'
import cds from '@sap/cds'
import { readSettings } from '../read-settings.ts'
import type { Settings } from '../settings.ts'
import { type Access, accessOf, type HostAuthentication } from './principal.ts'
import { currentAdditions } from './additions.ts'

interface Environment {
  readonly requires: {
    readonly dba?: unknown
    readonly auth?: HostAuthentication | false
    readonly multitenancy?: unknown
  }
  /** Where editors know the settings of plugins. */
  readonly dba?: unknown
  readonly profiles: readonly string[]
}

const KINDS: readonly (string | undefined)[] = ['sqlite', 'postgres', 'hana']

export const environment = (): Environment => cds.env

/** What is set for the API, wherever it may be set; nothing of it is checked. */
export const givenSettings = (): object => {
  const { requires, dba } = environment()
  const switched = requires.dba === true ? { enabled: true } : (requires.dba as object)
  return { ...(dba as object), ...switched, ...(currentAdditions().settings as object) }
}

/** @throws Error naming the setting that cannot be used. */
export const currentSettings = (): Settings => readSettings(givenSettings())

export const isProduction = (): boolean => environment().profiles.includes('production')

/** Whether a terminal has started the application for itself: it listens at a socket that only its owner can reach, and at no port. */
export const isOwners = (): boolean => env['DBA_OWNER_SOCKETS'] !== undefined

/** Node.js has since then what this needs of SQLite. */
const NODE = [22, 20] as const

/** How the application lets people in, or why the API must not be served in it. */
export const findAccess = (): Access | string => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1]))
    return `Not served: it needs Node.js ${NODE.join('.')} or later, and this is ${process.versions.node}`
  const { requires } = environment()
  if (requires.multitenancy) return 'Not served: an application of several tenants has a database for each of them'
  if (!KINDS.includes((cds.db as { readonly kind?: string } | undefined)?.kind))
    return 'Not served: it needs a database, which is SQLite, PostgreSQL or SAP HANA'
  return isOwners() ? { schemes: [], callers: 'owner' } : accessOf(requires.auth, isProduction())
}

/** As its package is called. */
export const applicationName = (): string => {
  try {
    const { name } = JSON.parse(readFileSync(join(cds.root, 'package.json'), 'utf8')) as { name?: string }
    if (name !== undefined) return name
  } catch {
    // An application without a readable package.json is called as its folder.
  }
  return basename(cds.root)
}
