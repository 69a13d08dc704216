import type { Operation, Role } from '../operations/operation.ts'
import { schemaClone } from '../operations/schema/schema-clone.ts'
import { tableCopy } from '../operations/schema/table-copy.ts'

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
  { method: 'POST', path: '/schemaClone', operation: schemaClone, role: 'admin' },
  { method: 'POST', path: '/tableCopy', operation: tableCopy, role: 'admin' },
]
