import type { TObject } from '@sinclair/typebox'
import { dataLineage } from '../operations/analysis/data-lineage.ts'
import { dataValidator } from '../operations/analysis/data-validator.ts'
import { referentialCheck } from '../operations/analysis/referential-check.ts'
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
  { method: 'POST', path: '/dataValidator', operation: dataValidator, role: 'operator' },
  { method: 'POST', path: '/dataLineage', operation: dataLineage, role: 'viewer' },
  { method: 'POST', path: '/referentialCheck', operation: referentialCheck, role: 'operator' },
]
