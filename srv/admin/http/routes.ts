import { compareData } from '../operations/analysis/compare-data.ts'
import { dataDiff } from '../operations/analysis/data-diff.ts'
import { dataProfile } from '../operations/analysis/data-profile.ts'
import { dataLineage } from '../operations/analysis/data-lineage.ts'
import { dataValidator } from '../operations/analysis/data-validator.ts'
import { duplicateDetection } from '../operations/analysis/duplicate-detection.ts'
import { referentialCheck } from '../operations/analysis/referential-check.ts'
import { checkHistory } from '../operations/checks/check-history.ts'
import { runChecks } from '../operations/checks/run-checks.ts'
import { alerts } from '../operations/database/alerts.ts'
import { dbInfo } from '../operations/database/db-info.ts'
import { endSession } from '../operations/database/end-session.ts'
import { replicationStatus } from '../operations/database/replication-status.ts'
import { sessions } from '../operations/database/sessions.ts'
import { columns } from '../operations/listing/columns.ts'
import { schemas } from '../operations/listing/schemas.ts'
import { structure } from '../operations/listing/structure.ts'
import { table } from '../operations/listing/table.ts'
import { tables } from '../operations/listing/tables.ts'
import { views } from '../operations/listing/views.ts'
import type { Operation, Role } from '../operations/operation.ts'
import { changeRows, previewRows } from '../operations/rows/change-rows.ts'
import { query } from '../operations/query/query.ts'
import { copies } from '../operations/schema/copies.ts'
import { ddl } from '../operations/schema/ddl.ts'
import { dropCopy } from '../operations/schema/drop-copy.ts'
import { compareSchema } from '../operations/schema/compare-schema.ts'
import { modelDrift } from '../operations/schema/model-drift.ts'
import { schemaClone } from '../operations/schema/schema-clone.ts'
import { tableCopy } from '../operations/schema/table-copy.ts'
import { sdiTasks } from '../operations/system/sdi-tasks.ts'
import { timeseriesTools } from '../operations/system/timeseries-tools.ts'
import { xsaServices } from '../operations/system/xsa-services.ts'
import { dump } from '../operations/transfer/dump.ts'
import { exportTable } from '../operations/transfer/export.ts'
import { importTable } from '../operations/transfer/import.ts'
import { load } from '../operations/transfer/load.ts'

/** One line of the contract's table of endpoints. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: `/${string}`
  readonly operation: Operation
  readonly role: Role
  /** The contract fixes the fields of the answer, so that `success` is not added. */
  readonly isPlain?: true
}

/**
 * The operations of the API, in the order of the contract, then ours. Router, roles, the OpenAPI document and the tests read this.
 *
 * @see Admin REST API, Endpoints. The roles are ours: the contract leaves them open.
 */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/dbInfo', operation: dbInfo, role: 'viewer', isPlain: true },
  { method: 'GET', path: '/alerts', operation: alerts, role: 'viewer' },
  { method: 'GET', path: '/replicationStatus', operation: replicationStatus, role: 'viewer' },
  { method: 'GET', path: '/tables', operation: tables, role: 'viewer' },
  { method: 'GET', path: '/views', operation: views, role: 'viewer' },
  { method: 'GET', path: '/schemas', operation: schemas, role: 'viewer' },
  { method: 'POST', path: '/export', operation: exportTable, role: 'operator' },
  { method: 'POST', path: '/import', operation: importTable, role: 'admin' },
  { method: 'POST', path: '/dataProfile', operation: dataProfile, role: 'operator' },
  { method: 'POST', path: '/compareData', operation: compareData, role: 'operator' },
  { method: 'POST', path: '/dataDiff', operation: dataDiff, role: 'operator' },
  { method: 'POST', path: '/dataValidator', operation: dataValidator, role: 'operator' },
  { method: 'POST', path: '/duplicateDetection', operation: duplicateDetection, role: 'operator' },
  { method: 'POST', path: '/dataLineage', operation: dataLineage, role: 'viewer' },
  { method: 'POST', path: '/referentialCheck', operation: referentialCheck, role: 'operator' },
  { method: 'POST', path: '/compareSchema', operation: compareSchema, role: 'viewer' },
  { method: 'POST', path: '/schemaClone', operation: schemaClone, role: 'admin' },
  { method: 'POST', path: '/tableCopy', operation: tableCopy, role: 'admin' },
  { method: 'GET', path: '/sdiTasks', operation: sdiTasks, role: 'viewer' },
  { method: 'GET', path: '/xsaServices', operation: xsaServices, role: 'viewer' },
  { method: 'POST', path: '/timeseriesTools', operation: timeseriesTools, role: 'viewer' },
  // Ours, beyond the contract.
  { method: 'GET', path: '/table', operation: table, role: 'viewer' },
  { method: 'GET', path: '/columns', operation: columns, role: 'viewer' },
  { method: 'GET', path: '/structure', operation: structure, role: 'viewer' },
  { method: 'GET', path: '/sessions', operation: sessions, role: 'operator' },
]

/** Operations of ours beside those of the contract. */
export const OWN_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/modelDrift', operation: modelDrift, role: 'viewer' },
  { method: 'POST', path: '/checks/run', operation: runChecks, role: 'operator' },
  { method: 'GET', path: '/checks/history', operation: checkHistory, role: 'operator' },
  { method: 'GET', path: '/ddl', operation: ddl, role: 'operator' },
  { method: 'POST', path: '/dump', operation: dump, role: 'operator' },
  { method: 'POST', path: '/load', operation: load, role: 'admin' },
  { method: 'GET', path: '/copies', operation: copies, role: 'viewer' },
  { method: 'DELETE', path: '/copies', operation: dropCopy, role: 'admin' },
  { method: 'DELETE', path: '/sessions', operation: endSession, role: 'admin' },
  { method: 'POST', path: '/rows/preview', operation: previewRows, role: 'admin' },
  { method: 'POST', path: '/rows', operation: changeRows, role: 'admin' },
  { method: 'POST', path: '/query', operation: query, role: 'admin' },
]
