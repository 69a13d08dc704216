import { constants } from 'node:sqlite'

/** Pragmas that only report, asked without a value. */
const REPORTS = new Set([
  'data_version', // full-text indexes ask for it
  'database_list',
  'encoding',
  'foreign_keys',
  'freelist_count',
  'journal_mode',
  'max_page_count',
  'page_count',
  'page_size',
  'schema_version',
  'table_list',
  'user_version',
])
/** Pragmas that only report, and take a name. */
const REPORTS_ON = new Set([
  'foreign_key_check',
  'foreign_key_list',
  'freelist_count',
  'index_info',
  'index_list',
  'index_xinfo',
  'max_page_count',
  'page_count',
  'quick_check',
  'table_info',
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

/**
 * The second wall around reading: SQLite asks it for every action of a statement while preparing it.
 *
 * @param onDenied told of every refusal, since SQLite's result code for a refused function is the general one.
 */
export const readOnlyAuthorizer =
  (onDenied: () => void) =>
  (action: number, subject: string | null, argument: string | null): number => {
    if (READING.has(action)) return constants.SQLITE_OK
    if (action === constants.SQLITE_PRAGMA && subject !== null && isReport(subject, argument))
      return constants.SQLITE_OK
    onDenied()
    return constants.SQLITE_DENY
  }

// `max_page_count` and kin take a schema when asked as a table, never a number that would set them.
const isReport = (pragma: string, argument: string | null): boolean =>
  argument === null ? REPORTS.has(pragma) || REPORTS_ON.has(pragma) : REPORTS_ON.has(pragma) && !isNumber(argument)

const isNumber = (text: string): boolean => /^\s*[+-]?\d/.test(text)
