import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { POSTGRES_PASSWORD, POSTGRES_USER } from './postgres-account.ts'

export interface PostgresServer {
  readonly credentials: { host: string; port: number; user: string; password: string; database: string }
  /** Ends all connections. */
  stop(): Promise<void>
  start(): Promise<void>
  restart(): Promise<void>
  /** Stops the server and removes its files. */
  end(): Promise<void>
}

/** Starts a PostgreSQL of its own, empty, on a free port. To be ended by `end`; a dying test process ends it too. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const port = await freePort()
  const child = fork(join(__dirname, 'postgres-server.ts'), [String(port)], { execArgv: [] })
  await reply(child)
  const tell = async (command: string): Promise<void> => {
    child.send(command)
    await reply(child)
  }
  await tell('start')
  return {
    credentials: { host: '127.0.0.1', port, user: POSTGRES_USER, password: POSTGRES_PASSWORD, database: 'postgres' },
    start: () => tell('start'),
    stop: () => tell('stop'),
    restart: async () => {
      await tell('stop')
      await tell('start')
    },
    end: async () => {
      child.send('end')
      await once(child, 'exit')
    },
  }
}

/** Runs the tests of a file, or of a `describe`, against a PostgreSQL of their own. */
export const usePostgres = (): (() => PostgresServer) => {
  let server: PostgresServer | undefined
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.end())
  return () => {
    if (!server) throw new Error('PostgreSQL has not been started')
    return server
  }
}

const reply = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit').then(([code]) => ({ error: `it ended with ${String(code)}` }))
  const [message] = (await Promise.race([once(child, 'message'), exit.then((failure) => [failure])])) as [
    { error?: string },
  ]
  if (message.error !== undefined) throw new Error(`PostgreSQL could not be used: ${message.error}`)
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
