/** A PostgreSQL for a test: one of those that jest keeps for all files, or one of its own where that matters or jest does not run. */
import { askHost, hasHost } from './host.ts'
import { type Postgres, type PostgresOptions, startOwnPostgres } from './own-postgres.ts'

export type { Postgres, PostgresOptions } from './own-postgres.ts'

/** Borrows a server that nobody else uses meanwhile. */
async function borrow(kind: 'empty' | 'deployed'): Promise<Postgres> {
  const credentials = (await askHost(`lend/${kind}`)) as Postgres['credentials']
  const act = async (action: string): Promise<void> => {
    await askHost(`${action}/${String(credentials.port)}`)
  }
  const end = async (how: 'interrupt' | 'kill'): Promise<() => Promise<void>> => {
    await act(how)
    return () => act('startAgain')
  }
  return { credentials, interrupt: () => end('interrupt'), kill: () => end('kill'), stop: () => act('takeBack') }
}

/**
 * Starts an empty PostgreSQL on a free port of 127.0.0.1. Nothing has to be installed, and root may call it.
 *
 * @throws Error with what `initdb` or `postgres` said, when either fails.
 */
export const startPostgres = (options?: PostgresOptions): Promise<Postgres> =>
  options || !hasHost() ? startOwnPostgres(options) : borrow('empty')

/** Like `startPostgres`, with the data that ships. */
export const startDeployedPostgres = (): Promise<Postgres> => borrow('deployed')
