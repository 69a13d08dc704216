interface Connection {
  function(
    name: string,
    options: { deterministic: boolean },
    body: (text: string | number | null) => string | null,
  ): void
}
interface Factory {
  create: (tenant?: string) => Promise<Connection>
}

const withUnicodeCase = (connection: Connection): Connection => {
  connection.function('lower', { deterministic: true }, (text) => (text === null ? null : String(text).toLowerCase()))
  connection.function('upper', { deterministic: true }, (text) => (text === null ? null : String(text).toUpperCase()))
  return connection
}

/** Lets SQLite ignore case beyond ASCII, as PostgreSQL and HANA do: its own `lower` and `upper` leave Ä as it is. */
export function unicodeLower(service: unknown): void {
  const { options, pools } = service as { options?: { kind?: string }; pools?: { _factory: Factory } }
  if (options?.kind !== 'sqlite' || !pools) return
  const { create } = pools._factory
  pools._factory.create = async (tenant) => withUnicodeCase(await create(tenant))
}
