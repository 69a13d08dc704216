import { connectionFactory, type DatabaseService } from '../../cap/database-service.ts'
import { matchesPlain } from '../../patterns/index.ts'

type Value = string | number | null

interface Connection {
  function(name: string, options: { deterministic: boolean }, body: (...args: Value[]) => Value): void
}

const withText =
  (change: (text: string) => string) =>
  (text?: Value): Value =>
    text == null ? null : change(String(text))

/** By the number of their arguments. Letter case beyond ASCII, which SQLite's own `lower` and `upper` leave as it is, and patterns, of which it has none. */
const FUNCTIONS: Readonly<Record<string, (...args: Value[]) => Value>> = {
  lower: withText((text) => text.toLowerCase()),
  upper: withText((text) => text.toUpperCase()),
  matchespattern: matchesPlain,
}

/** Gives connections to SQLite what functions of OData need and other databases have by themselves. */
export function connectionFunctions(service: unknown): void {
  const database = service as DatabaseService
  if (database.options.kind !== 'sqlite') return
  const factory = connectionFactory(database)
  const { create } = factory
  factory.create = async (tenant) => {
    const connection = (await create(tenant)) as Connection
    for (const [name, body] of Object.entries(FUNCTIONS)) connection.function(name, { deterministic: true }, body)
    return connection
  }
}
