import { CatalogNames } from '../../srv/admin/catalog/names.ts'
import type { Database } from '../../srv/admin/database/session.ts'
import { hanaDialect } from '../../srv/admin/dialects/hana/dialect.ts'
import { OPERATION_REQUESTS, type OperationRequest } from '../support/hana/operation-requests.ts'
import { operationRunner } from '../support/hana/run-operations.ts'
import type { Names } from './own-schema.ts'

/** A request, and how it ended: null is as it should. */
export interface Asked extends OperationRequest {
  readonly problem: string | null
}

/** The names of schemas anywhere in a request, in the letter case of the request. */
const renamed = (value: unknown, names: Names): unknown => {
  if (Array.isArray(value)) return value.map((each) => renamed(each, names))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each, names)]))
  if (typeof value !== 'string') return value
  const own = (names as Readonly<Record<string, string>>)[value.toUpperCase()]
  return own === undefined ? value : value === value.toUpperCase() ? own : own.toLowerCase()
}

/** Asks each operation all that the tests ask it, one request after the other. */
export async function* askOperations(database: Database, names: Names): AsyncGenerator<Asked> {
  const cloned = { has: () => false, add: () => Promise.resolve(), remove: () => Promise.resolve() }
  const run = operationRunner(database, new CatalogNames(hanaDialect, Object.values(names), cloned))
  for (const request of OPERATION_REQUESTS) {
    const { operation, input, fails = 'done' } = request
    const outcome = await run(operation, renamed(input, names) as object).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    )
    yield { operation, input, problem: outcome === fails ? null : outcome }
  }
}
