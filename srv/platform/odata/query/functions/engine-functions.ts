import { type DatabaseService, connectionFactory } from '../../../cap/database-service.ts'
import type { EngineFunctions } from './engine-function.ts'
import { hanaFunctions } from './hana-functions.ts'
import { postgresFunctions } from './postgres-functions.ts'
import { sqliteFunctions } from './sqlite-functions.ts'
import { matchesPlain } from '../../../patterns/index.ts'

const FUNCTIONS: ReadonlyMap<string | undefined, EngineFunctions> = new Map([
  ['sqlite', sqliteFunctions],
  ['postgres', postgresFunctions],
  ['hana', hanaFunctions],
])

/**
 * Gives databases arithmetic and functions that take each argument once: CAP's own repeat arguments, so that functions
 * inside each other become long beyond all bounds.
 */
export function engineFunctions(service: unknown): void {
  const { options, class: translations } = service as DatabaseService
  const functions = FUNCTIONS.get(options.kind)
  if (functions) translations.CQN2SQL.Functions = { ...translations.CQN2SQL.Functions, ...functions }
}

type Value = string | number | null

interface Connection {
  function(name: string, options: { deterministic: boolean }, body: (...args: Value[]) => Value): void
}

const withText =
  (change: (text: string) => string) =>
  (text?: Value): Value =>
    text == null ? null : change(String(text))

/** By the number of their arguments. Letter case beyond ASCII, which SQLite's own `lower` and `upper` leave as it is, and patterns, of which it has none. */
const OF_CONNECTIONS: Readonly<Record<string, (...args: Value[]) => Value>> = {
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
    for (const [name, body] of Object.entries(OF_CONNECTIONS)) connection.function(name, { deterministic: true }, body)
    return connection
  }
}
