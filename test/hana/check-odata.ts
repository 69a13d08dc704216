import { HanaConnection } from '../../srv/admin/database/hana/connection.ts'
import type { HanaCredentials, Driver } from '../../srv/admin/database/hana/driver.ts'
import { askOdata } from './ask-odata.ts'
import { type Line, lineOf, trial } from './check-lines.ts'
import { type OdataServer, startOdataServer } from './odata-server.ts'
import { prepareAll } from './prepare-all.ts'

/**
 * Has a server here, on SQLite, answer the requests of OData, and the HANA prepare what CAP would send to it instead.
 *
 * @param credentials with the schema of the tables
 * @param make makes them, unless they have been deployed
 */
async function* check(
  driver: Driver,
  credentials: HanaCredentials,
  signal: AbortSignal,
  make: (server: OdataServer) => Promise<void>,
): AsyncGenerator<Line> {
  const running: { server?: OdataServer } = {}
  const stop = (): void => void running.server?.stop()
  try {
    yield await trial('starts a server for the requests of OData', async () => {
      running.server = await startOdataServer()
      await make(running.server)
    })
    const { server } = running
    if (!server || signal.aborted) return
    signal.addEventListener('abort', stop)
    const problems = await askOdata(server.url, signal)
    const statements = server.statements()
    for (const text of problems) yield { kind: 'odata', text, problem: 'it is answered otherwise' }
    for (const { sql, problem } of statements) if (problem !== undefined) yield { kind: 'odata', text: sql, problem }
    const known = statements.filter(({ problem }) => problem === undefined).map(({ sql }) => sql)
    for await (const attempt of prepareAll(driver, credentials, credentials.schema, known, signal))
      yield lineOf('odata', attempt)
  } finally {
    signal.removeEventListener('abort', stop)
    await running.server?.stop()
  }
}

/** On tables of its own, which whoever has made the schema drops. */
export const checkOdata = (driver: Driver, credentials: HanaCredentials, signal: AbortSignal): AsyncGenerator<Line> =>
  check(driver, credentials, signal, async ({ tables }) => {
    const connection = await HanaConnection.open(driver, credentials)
    try {
      for (const sql of tables) if (!signal.aborted) await connection.execute(sql, [])
      await connection.commit()
    } finally {
      connection.destroy()
    }
  })

const DEPLOYED = `SELECT COUNT(*) AS "n" FROM SYS.TABLES WHERE SCHEMA_NAME = CURRENT_SCHEMA AND TABLE_NAME = 'SAGA_FILM'`

/** On the tables that have been deployed to a container. */
export async function* checkDeployedOdata(
  driver: Driver,
  credentials: HanaCredentials,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  const found = { isDeployed: false }
  const finding = await trial('finds the tables of OData', async () => {
    const connection = await HanaConnection.open(driver, credentials)
    try {
      const { rows } = await connection.query(DEPLOYED, [])
      found.isDeployed = Number(rows[0]?.[0]) > 0
    } finally {
      connection.destroy()
    }
  })
  if (found.isDeployed) yield* check(driver, credentials, signal, () => Promise.resolve())
  else
    yield {
      ...finding,
      text: 'finds no tables of OData in its schema: deploy gen/db, and what reads them is tried, too',
    }
}
