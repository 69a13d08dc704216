import { setTimeout } from 'node:timers/promises'
import type { Application } from 'express'
import cds from '@sap/cds'
import { describeDatabase } from './database.ts'
import type { Lifecycle } from './supervise.ts'
import { hearOfWorkers, workerCount } from './workers.ts'

/** What a HANA tells of itself. */
interface HanaDescription {
  /** The tenant database. */
  readonly tenant: string
  readonly version: string
  /** The schema is a container of SAP HANA Deployment Infrastructure. */
  readonly isContainer: boolean
}

/** The deployment infrastructure keeps what it knows of a container in a schema beside it. */
export const HANA_DESCRIPTION = `SELECT DATABASE_NAME AS "tenant", VERSION AS "version",
       (SELECT COUNT(*) FROM SYS.SCHEMAS AS s WHERE s.SCHEMA_NAME = CURRENT_SCHEMA || '#DI') AS "deployments"
  FROM SYS.M_DATABASE`

let known: Promise<HanaDescription | undefined> | undefined

/** Asks once, however many want to know; a database that does not answer is asked again. */
export const describeHana = (
  ask: (sql: string) => Promise<unknown> = (sql) => cds.db.run(sql),
): Promise<HanaDescription | undefined> => {
  known ??= read(ask).catch(() => {
    known = undefined
    return undefined
  })
  return known
}

const read = async (ask: (sql: string) => Promise<unknown>): Promise<HanaDescription | undefined> => {
  const [row] = (await ask(HANA_DESCRIPTION)) as { tenant: string; version: string; deployments: number | string }[]
  return row && { tenant: row.tenant, version: row.version, isContainer: Number(row.deployments) > 0 }
}

const DATABASE_DEADLINE_MS = 1_000

/**
 * `GET /health` says that the process lives; `GET /ready` that it can do work: it is not stopping, and its database
 * answers within a second. Of a server of several processes it also tells how many serve and how many should: it is
 * ready as long as one is. `GET /about` tells which database that is, and whether it keeps what it is given when the
 * server ends; of a HANA also tenant, version and whether its schema is a container. None needs a login.
 */
export const serveHealth = (lifecycle: Lifecycle): void => {
  hearOfWorkers()
  cds.on('bootstrap', (app: Application) => {
    app.get('/health', (_req, res) => {
      res.set('Cache-Control', 'no-store').json({ status: 'UP' })
    })
    app.get('/about', async (_req, res) => {
      const about = describeDatabase()
      const details = about.database === 'hana' ? await soon(describeHana()) : undefined
      res.set('Cache-Control', 'no-store').json({ ...about, ...details })
    })
    app.get('/ready', async (_req, res) => {
      const status = lifecycle.isDraining ? 'DRAINING' : (await databaseAnswers()) ? 'UP' : 'DOWN'
      res
        .status(status === 'UP' ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .json({ status, workers: workerCount() })
    })
  })
}

/** One question at a time, however many ask: `/ready` needs no login, and must not use the database up. */
let asked: Promise<boolean> | undefined

const databaseAnswers = (): Promise<boolean> => {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return Promise.race([asked, setTimeout(DATABASE_DEADLINE_MS, false, { ref: false })])
}

const soon = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, setTimeout(DATABASE_DEADLINE_MS, undefined, { ref: false })])

const ask = async (): Promise<boolean> => {
  try {
    // A table: a database that nobody has deployed to is not ready.
    const table = Object.values(cds.entities).find((entity) => !('query' in entity))
    if (table) await cds.db.run(SELECT.one.from(table as never).columns('1 as one'))
    return true
  } catch {
    return false
  }
}
