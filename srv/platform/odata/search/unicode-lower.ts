import { connectionFactory, type DatabaseService } from '../../cap/database-service.ts'

interface Connection {
  function(
    name: string,
    options: { deterministic: boolean },
    body: (text: string | number | null) => string | null,
  ): void
}
const withUnicodeCase = (connection: Connection): Connection => {
  connection.function('lower', { deterministic: true }, (text) => (text === null ? null : String(text).toLowerCase()))
  connection.function('upper', { deterministic: true }, (text) => (text === null ? null : String(text).toUpperCase()))
  return connection
}

/** Lets SQLite ignore case beyond ASCII, as PostgreSQL and HANA do: its own `lower` and `upper` leave Ä as it is. */
export function unicodeLower(service: unknown): void {
  const database = service as DatabaseService
  if (database.options.kind !== 'sqlite') return
  const factory = connectionFactory(database)
  const { create } = factory
  factory.create = async (tenant) => withUnicodeCase((await create(tenant)) as Connection)
}
