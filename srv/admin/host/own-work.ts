import { type TSchema, Type } from '@sinclair/typebox'
import type { Row } from '../database/session.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { type AlertCheck, derived, type Severity } from '../dialects/monitoring.ts'
import type { Route } from '../http/routes.ts'
import { inSession, type JsonObject, type Operation, type Role } from '../operations/operation.ts'
import type { Value } from '../core/values.ts'

/** A check of the application's own: its alerts are told by `GET /alerts` with those of the engine. */
export interface OwnCheck {
  /** In kebab-case: `negative-stock` has alerts with the code `NEGATIVE_STOCK`. */
  readonly id: string
  readonly severity: Severity
  readonly name: string
  readonly description: string
  /** What helps. */
  readonly userAction?: string
  /** Each row is an alert, and tells `object`, `details`, `schema`, `table`, `timestamp` and `description` as far as it has them. */
  readonly sql: string
}

/** An operation of the application's own: with the roles, limits, times and audit of all others, and in the OpenAPI document. */
export interface OwnOperation {
  readonly method: 'GET' | 'POST'
  /** Below that of the API. */
  readonly path: `/${string}`
  readonly role: Role
  readonly summary: string
  /** JSON Schema of the query or body; nothing else is taken. */
  readonly input?: { readonly properties: Readonly<Record<string, object>>; readonly required?: readonly string[] }
  /** Reads, in one read-only transaction. @returns what is answered, besides `success`. */
  run(
    context: {
      /** Runs a statement, with its values in the engine's own form of placeholders. */
      query(sql: string, parameters?: readonly Value[]): Promise<readonly Row[]>
      readonly user: { readonly id: string }
      readonly signal: AbortSignal
    },
    input: Readonly<Record<string, unknown>>,
  ): Promise<JsonObject>
}

/**
 * Routes for operations of the application's own.
 *
 * @param taken those that there are.
 * @throws Error for one that there is already.
 */
export const ownRoutes = (operations: readonly OwnOperation[], taken: readonly Route[]): Route[] =>
  operations.map((own, index) => {
    const { method, path, role } = own
    const isTwice = operations.slice(0, index).some((other) => other.path === path && other.method === method)
    if (isTwice || RESERVED.has(firstOf(path)) || taken.some((route) => firstOf(route.path) === firstOf(path)))
      throw new Error(`The operation ${path} of extend() needs another path: that is taken`)
    return { method, path, role, operation: operationOf(own) }
  })

/** What the API serves besides operations. */
const RESERVED: ReadonlySet<string | undefined> = new Set([
  'files',
  'mcp',
  'openapi.json',
  'operations',
  'session',
  'user',
])

const firstOf = (path: string): string | undefined => path.split('/')[1]

const operationOf = ({ summary, input: { properties = {}, required = [] } = { properties: {} }, run }: OwnOperation) =>
  ({
    summary,
    onlyReads: true,
    input: Type.Object(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]): [string, TSchema] => {
          const member = Type.Unsafe(schema)
          return [name, required.includes(name) ? member : Type.Optional(member)]
        }),
      ),
    ),
    run: (context, given) =>
      inSession(context, ({ session, user, signal }) =>
        run({ query: (sql, parameters = []) => session.query({ sql, parameters }), user, signal }, given),
      ),
  }) satisfies Operation

/** The same engine, with checks of the application's own after its own. @throws Error for one that there is already. */
export const withChecks = (dialect: Dialect, checks: readonly OwnCheck[]): Dialect => {
  const { alerts } = dialect.monitoring
  const own = checks.map(({ userAction = null, ...check }): AlertCheck => {
    if (alerts.some(({ id }) => id === check.id))
      throw new Error(`The check '${check.id}' of extend() is there already`)
    return derived({ ...check, userAction, code: check.id.replaceAll('-', '_').toUpperCase() })
  })
  return { ...dialect, monitoring: { ...dialect.monitoring, alerts: [...alerts, ...own] } }
}
