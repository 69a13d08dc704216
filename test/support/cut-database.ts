/** A server whose PostgreSQL can be taken away, and what clients see of that. */
import { type Postgres, startDeployedPostgres } from './postgres.ts'
import { SERVE } from './server-on.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export interface CuttableServer extends ServerProcess {
  readonly cable: TcpProxy
  /** Past the cable. */
  readonly credentials: Postgres['credentials']
}

/** @param config settings on top of the project's */
export async function startCuttableServer(config: object = {}): Promise<CuttableServer> {
  const postgres = await startDeployedPostgres()
  const { port, password } = postgres.credentials
  const deploy = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  const cable = await startTcpProxy(port)
  const env = {
    ...deploy,
    CDS_REQUIRES_DB_CREDENTIALS_PORT: String(cable.port),
    CDS_CONFIG: JSON.stringify(config),
  }
  const server = await startServer(`${SERVE} --profile pg`, { env })
  const stop = async (): Promise<void> => {
    await server.stop()
    await cable.stop()
    await postgres.stop()
  }
  return { ...server, stop, cable, credentials: postgres.credentials }
}

/** Reads with several clients at once; returns the statuses, and how long the slowest waited. */
export async function readAll(url: string): Promise<{ statuses: number[]; milliseconds: number }> {
  const started = performance.now()
  const replies = await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/odata/v4/SagaFilm/Planet?$top=1`)))
  const statuses = [...new Set(replies.map(({ status }) => status))]
  await Promise.all(replies.map((reply) => reply.text()))
  return { statuses, milliseconds: performance.now() - started }
}
