/** A server that jest keeps for all test files, for those that speak to it over HTTP alone. */
import cds from '@sap/cds'
import type { App } from './app.ts'
import { askHost } from './host.ts'
import type { Wanted } from './restore-data.ts'
import type { Database } from './server-on.ts'

/** A server that nobody else uses until `stop`. */
export interface BorrowedServer {
  readonly url: string
  stop(): Promise<void>
}

/** Borrows a server with the settings of tests on a database, by default with the data that ships. */
export async function borrowServerOn(database: Database, wanted: Wanted = 'filled'): Promise<BorrowedServer> {
  const url = (await askHost(`lendServer/${database}-${wanted}`)) as string
  return {
    url,
    stop: async () => {
      await askHost(`takeServerBack/${database}-${wanted}-${new URL(url).port}`)
    },
  }
}

const borrow = (wanted: Wanted, database: Database = 'sqlite'): App => {
  const app = new (cds.test as unknown as { Test: new () => App & { url: string } }).Test()
  let server: BorrowedServer | undefined
  beforeAll(async () => {
    server = await borrowServerOn(database, wanted)
    app.url = server.url
  })
  afterAll(() => server?.stop())
  return app
}

/** Like `startApp`, for tests that do not look into the process. */
export const borrowApp = (): App => borrow('filled')

/** The same on a database, for each of which tests are described. */
export const borrowAppOn = (database: Database): App => borrow('filled', database)

/** Like `startEmptyApp`, for tests that do not look into the process. */
export const borrowEmptyApp = (): App => borrow('empty')
