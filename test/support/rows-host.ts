/** An application of CAP with services, handlers and drafts, whose rows are changed by the API as well. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startPostgres } from './postgres.ts'
import { SERVE } from './server-on.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from './server-process.ts'
import { basic } from './users.ts'

export const ROWS_DATABASES = ['SQLite in memory', 'SQLite in a file', 'PostgreSQL'] as const

type Body = Record<string, unknown>

/** Requests to it, of somebody whose password is the name. */
export interface RowsHost {
  /** The body of the answer of an operation, whatever its status. */
  post(path: string, body: object, user?: string, signal?: AbortSignal): Promise<Body>
  odata(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
    user?: string,
  ): Promise<{ status: number; body: Body }>
  /** What it has written. */
  output(): string
}

const rateLimit = { requests: 100_000, requestsPerAddress: 100_000 }

const start = async (database: string, folder: string): Promise<ServerProcess> => {
  const cwd = join(ROOT, 'test/support/rows-host')
  const env = (db: object): Record<string, string> => ({
    CDS_CONFIG: JSON.stringify({ requires: { db, dba: { files: folder, schemas: folder, rateLimit } } }),
  })
  const deploy = (db: object): void => {
    runCommand(`${process.execPath} ${ROOT}/node_modules/@sap/cds/bin/deploy.js`, { cwd, env: env(db) })
  }
  if (database !== 'PostgreSQL') {
    const url = database === 'SQLite in a file' ? join(folder, 'rows.sqlite') : ':memory:'
    const db = { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url } }
    if (url !== ':memory:') deploy(db)
    return startServer(SERVE, { cwd, env: env(db) })
  }
  const { credentials, stop } = await startPostgres()
  const db = { kind: 'postgres', impl: '@cap-js/postgres', dialect: 'postgres', credentials }
  try {
    deploy(db)
    const server = await startServer(SERVE, { cwd, env: env(db) })
    return { ...server, stop: () => server.stop().finally(stop) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts it before the tests of a `describe`. */
export const startRowsHost = (database: (typeof ROWS_DATABASES)[number]): RowsHost => {
  const folder = mkdtempSync(join(tmpdir(), 'rows-host-'))
  let server: ServerProcess | undefined
  beforeAll(async () => {
    server = await start(database, folder)
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const send = async (
    method: string,
    path: string,
    user: string,
    body?: object,
    headers = {},
    signal?: AbortSignal,
  ) => {
    const answer = await fetch(`${server!.url}${path}`, {
      method,
      headers: { ...basic(user), ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body }
  }
  return {
    post: async (path, body, user = 'ada', signal?) =>
      (await send('POST', `/api/v1${path}`, user, body, {}, signal)).body,
    odata: (method, path, body, headers, user = 'ada') => send(method, `/odata/v4/${path}`, user, body, headers),
    output: () => server!.output(),
  }
}
