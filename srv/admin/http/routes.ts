import { compareData } from '../operations/analysis/compare-data.ts'
import { dataDiff } from '../operations/analysis/data-diff.ts'
import { compareSchema } from '../operations/schema/compare-schema.ts'
import type { Operation, Role } from '../operations/operation.ts'

/** One line of the contract's table of endpoints. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly operation: Operation
  readonly role: Role
  /** The contract fixes the fields of the answer, so that `success` is not added. */
  readonly isPlain?: true
}

/**
 * The operations of the API, in the order of the contract. Router, roles, the OpenAPI document and the tests read this.
 *
 * @see Admin REST API, Endpoints. The roles are ours: the contract leaves them open.
 */
export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/compareData', operation: compareData, role: 'operator' },
  { method: 'POST', path: '/dataDiff', operation: dataDiff, role: 'operator' },
  { method: 'POST', path: '/compareSchema', operation: compareSchema, role: 'viewer' },
]
