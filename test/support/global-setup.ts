/** What jest does once before all test files: it makes databases and servers when the first one asks for them, for all of them. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { deploySqliteFile } from './deploy.ts'
import { startHost } from './host.ts'
import { keepCodeOfChildren } from './keep-code.ts'
import { PostgresPool } from './postgres-pool.ts'
import type { Wanted } from './restore-data.ts'
import { ServerPool } from './server-pool.ts'

/** What `globalThis` has from then on, since jest passes nothing from here to the end. */
export interface Databases {
  stopDatabases(): Promise<void>
}

export default async function globalSetup(): Promise<void> {
  keepCodeOfChildren()
  const pool = new PostgresPool()
  const postgres = async (): Promise<Readonly<Record<string, string>>> => {
    const { port, password } = await pool.lend(true)
    return {
      CDS_ENV: 'pg,test',
      CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
      CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
    }
  }
  const sqliteInMemory = (): Promise<Readonly<Record<string, string>>> => Promise.resolve({})
  const settings = { sqlite: sqliteInMemory, postgres }
  const servers = new Map<string, ServerPool>()
  // A server remembers for a while how large its tables are: one whose tables were without rows is not lent as a filled one.
  const serversOf = (database: string, wanted: string): ServerPool => {
    const name = `${database}-${wanted}`
    const found = servers.get(name) ?? new ServerPool(settings[database as keyof typeof settings])
    servers.set(name, found)
    return found
  }
  let sqlite: Promise<string> | undefined
  const stopHost = await startHost({
    lend: (kind) => pool.lend(kind === 'deployed'),
    interrupt: (port) => pool.end(Number(port), 'interrupt'),
    kill: (port) => pool.end(Number(port), 'kill'),
    startAgain: (port) => pool.startAgain(Number(port)),
    takeBack: (port) => {
      pool.takeBack(Number(port))
    },
    sqlite: () => (sqlite ??= deploySqliteFile()),
    lendServer: (argument) => {
      const [database, wanted] = argument.split('-') as [string, Wanted]
      return serversOf(database, wanted).lend(wanted)
    },
    takeServerBack: (argument) => {
      const [database, wanted, port] = argument.split('-') as [string, Wanted, string]
      serversOf(database, wanted).takeBack(Number(port))
    },
  })
  const stopDatabases = async (): Promise<void> => {
    stopHost()
    await Promise.all([...servers.values()].map((each) => each.stop()))
    await pool.stop()
    if (sqlite) rmSync(dirname(await sqlite), { recursive: true })
  }
  Object.assign(globalThis, { stopDatabases } satisfies Databases)
  // PostgreSQL is out of reach of ^C: it would outlive the tests.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stopDatabases().finally(() => process.exit(1)))
}
