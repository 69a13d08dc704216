import type { TObject } from '@sinclair/typebox'
import { dataValidator } from '../operations/analysis/data-validator.ts'
import { referentialCheck } from '../operations/analysis/referential-check.ts'
import { compareData } from '../operations/analysis/compare-data.ts'
import { dataDiff } from '../operations/analysis/data-diff.ts'
import type { Operation, Role } from '../operations/operation.ts'
import { exportTable } from '../operations/transfer/export.ts'
import { importTable } from '../operations/transfer/import.ts'
import { dataProfile } from '../operations/analysis/data-profile.ts'
import { duplicateDetection } from '../operations/analysis/duplicate-detection.ts'
import { timeseriesTools } from '../operations/system/timeseries-tools.ts'
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
  { method: 'POST', path: '/export', operation: exportTable, role: 'operator' },
  { method: 'POST', path: '/import', operation: importTable, role: 'admin' },
  { method: 'POST', path: '/dataValidator', operation: dataValidator, role: 'operator' },
  { method: 'POST', path: '/referentialCheck', operation: referentialCheck, role: 'operator' },
  { method: 'POST', path: '/dataProfile', operation: dataProfile, role: 'operator' },
  { method: 'POST', path: '/duplicateDetection', operation: duplicateDetection, role: 'operator' },
  { method: 'POST', path: '/timeseriesTools', operation: timeseriesTools, role: 'viewer' },
  { method: 'POST', path: '/schemaClone', operation: schemaClone, role: 'admin' },
  { method: 'POST', path: '/tableCopy', operation: tableCopy, role: 'admin' },
  { method: 'POST', path: '/compareData', operation: compareData, role: 'operator' },
  { method: 'POST', path: '/dataDiff', operation: dataDiff, role: 'operator' },
]
