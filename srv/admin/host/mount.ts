import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import cds from '@sap/cds'
import type { Router } from 'express'
import { createAdminRouter } from '../admin-router.ts'
import { describeServer } from '../cockpit/describe-server.ts'
import { createCockpitRouter } from '../cockpit/router.ts'
import { readConfig } from '../config.ts'
import type { AdminConfig } from '../config.ts'
import { isKnown } from '../engine.ts'
import { accessOf } from './access.ts'
import type { Access, HostAuthentication } from './access.ts'
import { currentAdditions } from './additions.ts'
import { recordsPath } from './records.ts'

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

/**
 * Mounts the API and its cockpit in the application around it, or says in one line why it does not.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const mount = (): void => {
  const { requires, dba } = environment()
  if (requires.dba === false || dba === false) return
  const log = cds.log('dba')
  const access = findAccess()
  if (typeof access === 'string') {
    log.warn(access)
    return
  }
  const { shared, meters, onWritten } = currentAdditions()
  const config = readConfig(settings(), cds.root, undefined, shared?.() !== undefined)
  const router = createAdminRouter({ config, access, realm: applicationName(), shared: shared?.(), meters, onWritten })
  cds.app.use(config.path, router)
  const { cockpit } = config
  if (cockpit !== false) cds.app.use(cockpit, cockpitRouter())
  log.info(`${[config.path, ...(cockpit === false ? [] : [`${cockpit}/`])].join(' and ')} for ${invited(access, config)}`)
}

/** The pages, for a server that has to mount them before the services are served. */
export const cockpitRouter = (): Router =>
  createCockpitRouter(() => {
    const { path: api, cockpit } = readConfig(settings(), cds.root, {}, true)
    const access = findAccess()
    const services = Object.values(cds.services)
    return describeServer({
      name: applicationName(),
      cockpit: cockpit || '/cockpit',
      api,
      schemes: typeof access === 'string' ? [] : access.schemes,
      records: recordsPath(services),
    })
  })

const environment = (): Environment => cds.env as unknown as Environment

const settings = (): object => {
  const { requires, dba } = environment()
  return { ...(dba as object), ...(requires.dba as object), ...(currentAdditions().settings as object) }
}

const findAccess = (): Access | string => {
  const { requires, profiles } = environment()
  if (requires.multitenancy) return 'Not served: an application of several tenants has a database for each of them'
  if (!isKnown(cds.db as { readonly kind?: string } | undefined))
    return 'Not served: it needs a database, which is SQLite, PostgreSQL or SAP HANA'
  return accessOf(requires.auth, profiles.includes('production'))
}

const applicationName = (): string => {
  try {
    const { name } = JSON.parse(readFileSync(join(cds.root, 'package.json'), 'utf8')) as { name?: string }
    if (name !== undefined) return name
  } catch {
    // An application without a readable package.json is called as its folder.
  }
  return basename(cds.root)
}

const invited = ({ callers }: Access, { roles: { viewer, operator, admin } }: AdminConfig): string => {
  if (callers === 'developer') return 'everybody on this machine, since there is no authentication'
  const roles = [...new Set([...viewer, ...operator, ...admin])].join(', ')
  return callers === 'local' ? `mocked users on this machine with a role of ${roles}` : `users with a role of ${roles}`
}
