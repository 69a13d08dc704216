import type { DatabaseService } from '../../cap/database-service.ts'
import type { Model } from '../model-tables.ts'
import type { CacheSettings } from '../settings.ts'
import type { TableVersions } from '../answer-store.ts'
import type { ExternalChanges } from './external-changes.ts'
import { listen } from './postgres.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { inFile, inMemory, type SqliteConnection } from './sqlite.ts'

/** Finds out how the changes of others to a database can be noticed. */
export const watchExternalChanges = async (
  service: DatabaseService,
  versions: TableVersions,
  model: () => Model,
  { lagMs, isOnlyWriter, isAgeEnough }: CacheSettings,
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
