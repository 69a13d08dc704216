import type { Application } from 'express'
import cds from '@sap/cds'
import type { Lifecycle } from './lifecycle.ts'

const DATABASE_DEADLINE_MS = 1_000

/**
 * `GET /health` says that the process lives; `GET /ready` that it can do work: it is not stopping and its database
 * answers within a second. Neither needs a login.
 */
export const serveHealth = (app: Application, lifecycle: Lifecycle): void => {
  app.get('/health', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'UP' })
  })
  app.get('/ready', async (_request, response) => {
    const status = lifecycle.isDraining ? 'DRAINING' : (await databaseAnswers()) ? 'UP' : 'DOWN'
    response
      .status(status === 'UP' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status })
  })
}

const databaseAnswers = async (): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false)
    }, DATABASE_DEADLINE_MS)
  })
  const answer = cds.db.run(ping()).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answer, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** HANA has no SELECT without FROM. */
const ping = (): string => (cds.db.kind === 'hana' ? 'SELECT 1 AS one FROM DUMMY' : 'SELECT 1 AS one')
