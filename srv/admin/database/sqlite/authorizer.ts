import { constants, DatabaseSync } from 'node:sqlite'
import process from 'node:process'
import { AdminError } from '../../core/errors.ts'

/** Whether this Node.js lets SQLite ask before each action of a statement: since 24.10. */
export const HAS_AUTHORIZER = 'setAuthorizer' in DatabaseSync.prototype

/** @throws AdminError `NOT_SUPPORTED` where it does not. */
export const requireAuthorizer = (what: string, isThere = HAS_AUTHORIZER): void => {
  if (!isThere)
    throw new AdminError(
      'NOT_SUPPORTED',
      `${what} on SQLite needs Node.js 24.10 or later, and this is ${process.versions.node}`,
    )
}

/** Pragmas that only report, asked without a value. */
const REPORTS = new Set([
  'data_version', // full-text indexes ask for it
  'database_list',
  'encoding',
  'foreign_keys',
  'freelist_count',
  'function_list',
  'journal_mode',
  'max_page_count',
  'module_list',
  'page_count',
  'page_size',
  'schema_version',
  'user_version',
])
/** Pragmas that only report, whatever name they are asked about: names may begin with a digit. */
const REPORTS_ON = new Set([
  'foreign_key_check',
  'foreign_key_list',
  'index_info',
  'index_list',
  'index_xinfo',
  'quick_check',
  'table_info',
  'table_list',
  'table_xinfo',
])
/** https://www.sqlite.org/c3ref/c_alter_table.html */
const READING = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
  constants.SQLITE_TRANSACTION,
])

const WRITING = new Set([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE])

export interface Permissions {
  /**
   * Tables that a virtual table keeps its rows in. Its module prepares to write to them as soon as the table is looked at;
   * that nothing is written is sure, since the file is open for reading only.
   */
  readonly isShadow: (table: string) => boolean
  /** Told of every refusal, since SQLite's result code for a refused function is the general one. */
  readonly onDenied: () => void
}

/** The second wall around reading: SQLite asks it for every action of a statement while preparing it. */
export const readOnlyAuthorizer =
  ({ isShadow, onDenied }: Permissions) =>
  (action: number, subject: string | null, argument: string | null): number => {
    if (READING.has(action)) return constants.SQLITE_OK
    if (subject !== null && action === constants.SQLITE_PRAGMA && isReport(subject, argument))
      return constants.SQLITE_OK
    if (subject !== null && WRITING.has(action) && isShadow(subject)) return constants.SQLITE_OK
    onDenied()
    return constants.SQLITE_DENY
  }

/** Whether a pragma only tells what is so. */
export const isReport = (pragma: string, argument: string | null): boolean =>
  REPORTS_ON.has(pragma) || (argument === null && REPORTS.has(pragma))
