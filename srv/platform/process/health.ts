import { setTimeout } from 'node:timers/promises'
import type { Application } from 'express'
import cds from '@sap/cds'
import { describeDatabase } from './database.ts'
import { describeHana } from './describe-hana.ts'
import type { Lifecycle } from './lifecycle.ts'
import { hearOfWorkers, workerCount } from './worker-count.ts'

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
