import type { CapDatabase } from '../host/cap-database.ts'
import type { Model } from '../model-tables.ts'
import type { TableVersions } from '../table-versions.ts'
import type { ExternalChanges, PostgresConnection } from './external-changes.ts'
import { listen } from './postgres.ts'
import { inFile, inMemory, type SqliteConnection } from './sqlite.ts'

/** What is known of those who write. */
export interface Trust {
  /**
   * How late a change that somebody else commits may be noticed while there is no other server process. Where there are
   * several, each makes sure of all that was committed before a request came.
   */
  readonly lagMs: number
  /** Whether nobody but this process writes to the database: for engines that cannot tell. */
  readonly isOnlyWriter: boolean
  /** Whether answers may be as old as they get, whoever changes what: for engines that cannot tell. */
  readonly isAgeEnough: boolean
}

/** Finds out how the changes of others to a database can be noticed. */
export const watchExternalChanges = async (
  service: CapDatabase,
  versions: TableVersions,
  model: () => Model,
  { lagMs, isOnlyWriter, isAgeEnough }: Trust,
): Promise<ExternalChanges> => {
  if (service.kind === 'sqlite') {
    if (service.url4() === ':memory:') return inMemory()
    return inFile((await service.factory.create()) as SqliteConnection, versions, model())
  }
  if (service.kind === 'postgres' && !isOnlyWriter) {
    const connect = async (): Promise<PostgresConnection> => (await service.factory.create()) as PostgresConnection
    const { schema } = service.options.credentials ?? {}
    return listen({ connect, schema, sources: model().sources, lagMs }, versions)
  }
  return { isCurrent: () => isOnlyWriter || isAgeEnough }
}
