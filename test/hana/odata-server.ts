import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'test/support/compile-cache.ts')
const RECORDER = join(ROOT, 'test/hana/record-odata.ts')

/** A statement for HANA, or a query that CAP has none for. */
export interface ToldStatement {
  readonly sql: string
  readonly problem?: string
}

/** What the server tells: each statement, and once where it listens and what would be deployed to a HANA. */
export type Told = ToldStatement | { readonly url: string; readonly tables: readonly string[] }

/** A server on SQLite that tells what it would ask a HANA. */
export interface OdataServer {
  readonly url: string
  /** What makes tables and views for it, in order. */
  readonly tables: readonly string[]
  /** Each statement once, in the order of their first use. */
  readonly statements: () => readonly ToldStatement[]
  stop(): Promise<void>
}

/** Of the environment nothing is passed on that chooses a database, or settings. */
const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:cds_|vcap_|node_env|npm_|jest_|port$|host$)/i.test(name)),
  )

/** @throws Error with what it wrote, when it ends before it listens. */
export const startOdataServer = async (): Promise<OdataServer> => {
  const child = spawn(
    process.execPath,
    [`--import=${CACHE}`, `--import=${RECORDER}`, join(ROOT, 'node_modules/@sap/cds/bin/serve.js')],
    {
      ...{ cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true }, // Ctrl+C is for the check alone
      env: { ...plainEnvironment(), PORT: '0', HOST: '127.0.0.1' },
    },
  )
  const ended = once(child, 'close')
  const told = new Map<string, ToldStatement>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (output += String(part)))
  const listening = new Promise<{ url: string; tables: readonly string[] }>((resolve, reject) => {
    child.on('message', (message: Told) => {
      if ('url' in message) resolve(message)
      else if (!told.has(message.sql)) told.set(message.sql, message)
    })
    void ended.then(() => {
      reject(new Error(`the server of OData ended: ${output.slice(-500)}`))
    })
  })
  const { url, tables } = await listening
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  return { url: url.replace('localhost', '127.0.0.1'), tables, statements: () => [...told.values()], stop }
}
