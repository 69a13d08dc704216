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
  const servers: Readonly<Record<string, ServerPool>> = {
    sqlite: new ServerPool(() => Promise.resolve({})),
    postgres: new ServerPool(async () => {
      const { port, password } = await pool.lend(true)
      return {
        CDS_ENV: 'pg,test',
        CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
        CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
      }
    }),
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
      const [database = '', wanted] = argument.split('-')
      return servers[database]!.lend(wanted as Wanted)
    },
    takeServerBack: (argument) => {
      const [database = '', port = ''] = argument.split('-')
      servers[database]!.takeBack(Number(port))
    },
  })
  const stopDatabases = async (): Promise<void> => {
    stopHost()
    await Promise.all(Object.values(servers).map((each) => each.stop()))
    await pool.stop()
    if (sqlite) rmSync(dirname(await sqlite), { recursive: true })
  }
  Object.assign(globalThis, { stopDatabases } satisfies Databases)
  // PostgreSQL is out of reach of ^C: it would outlive the tests.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stopDatabases().finally(() => process.exit(1)))
}
