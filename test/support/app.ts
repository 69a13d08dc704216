import { join } from 'node:path'
import cds from '@sap/cds'

/** Root of the project, as CAP wants it. */
export const ROOT = join(__dirname, '..', '..')

/** An answer of the server. The body is whatever came: a test says which shape it expects. */
export interface Answer<Body = unknown> {
  status: number
  data: Body
  headers: Headers & Partial<Record<string, string>>
}

/** What a request may carry besides path and body. */
export interface RequestOptions {
  headers?: Record<string, string>
  auth?: { username: string; password?: string }
  params?: Record<string, string>
  responseType?: 'json' | 'text' | 'stream' | 'arraybuffer'
  validateStatus?: (status: number) => boolean
  signal?: AbortSignal
}

type Read = <Body = unknown>(path: string, options?: RequestOptions) => Promise<Answer<Body>>
type Write = <Body = unknown>(path: string, body?: unknown, options?: RequestOptions) => Promise<Answer<Body>>

/** The running server, as `cds.test` gives it. Answers other than 2xx throw unless `axios.defaults.validateStatus` accepts them. */
export interface App {
  GET: Read
  HEAD: Read
  OPTIONS: Read
  DELETE: Read
  POST: Write
  PUT: Write
  PATCH: Write
  axios: { defaults: RequestOptions & { baseURL?: string } }
  /** Known once the server runs, that is, inside tests. */
  readonly url: string
}

/** Starts the real server on a free port with a fresh in-memory database before the tests of a file, and stops it after them. */
export const startApp = (): App => cds.test(ROOT) as unknown as App

/** Like `startApp`, but without the rows that ship: for tests that count what they made themselves. */
export const startEmptyApp = (): App => {
  const app = startApp()
  beforeAll(async () => {
    const tables = Object.values(cds.db.model.definitions).filter(
      (entity) =>
        entity.kind === 'entity' &&
        entity.name.startsWith('saga.') &&
        !('query' in entity) &&
        !/^saga\.Entities/.test(entity.name),
    )
    // Together, since they refer to each other, which counts at the end.
    await cds.tx(async (tx) => {
      for (const { name } of tables) await tx.run(DELETE.from(name))
    })
  })
  return app
}
