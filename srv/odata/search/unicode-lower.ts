import cds from '@sap/cds'

interface Connection {
  function(name: string, options: { deterministic: boolean }, body: (value: unknown) => string | null): void
}
interface Factory {
  create(tenant?: string): Promise<Connection>
}

const registerCase = (connection: Connection): Connection => {
  const asText = (value: unknown): string | null =>
    value === null || value === undefined ? null : String(value as string)
  connection.function('lower', { deterministic: true }, (value) => asText(value)?.toLowerCase() ?? null)
  connection.function('upper', { deterministic: true }, (value) => asText(value)?.toUpperCase() ?? null)
  return connection
}

/**
 * Lets SQLite ignore case beyond ASCII, as PostgreSQL and HANA do: its own `lower` and `upper` leave Ä as it is.
 * To be called before the database is connected.
 */
export function unicodeLower(): void {
  cds.on('connect', (service) => {
    const { options, pools } = service as unknown as { options?: { kind?: string }; pools?: { _factory: Factory } }
    if (options?.kind !== 'sqlite' || !pools) return
    const create = pools._factory.create
    pools._factory.create = async (tenant) => registerCase(await create(tenant))
  })
}
