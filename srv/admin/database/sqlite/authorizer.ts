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

interface Permissions {
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
const isReport = (pragma: string, argument: string | null): boolean =>
  REPORTS_ON.has(pragma) || (argument === null && REPORTS.has(pragma))

/** Tells where the files are. */
const HIDDEN_REPORT = 'database_list'

export interface TableName {
  readonly schema: string
  readonly name: string
}

export interface UserPermissions {
  /** Schemas whose tables may be read. */
  readonly schemas: ReadonlySet<string>
  /** Names in lower case. */
  readonly functions: ReadonlySet<string>
  /** As in the permissions of operations. */
  readonly isShadow: (table: string) => boolean
  /** Whether a column of a table is not to be read, though its schema is open. */
  readonly isClosed: (table: TableName, column: string) => boolean
  /** Whether it may ask what there is. */
  readonly opensCatalogs: boolean
  /** Told each table and view that is read. */
  readonly onRead: (table: TableName) => void
  /** Told what was refused. */
  readonly onDenied: (what: string) => void
}

type Action = readonly [
  action: number,
  subject: string | null,
  argument: string | null,
  schema: string | null,
  ...rest: unknown[],
]

/**
 * Allows statements of users to read tables, and nothing else: SQLite asks it for every action of a statement while
 * preparing it, and of what views and virtual tables do on its behalf.
 */
export const userAuthorizer =
  (permissions: UserPermissions) =>
  (...action: Action): number => {
    if (isAllowed(permissions, action)) return constants.SQLITE_OK
    permissions.onDenied(nameOf(action))
    return constants.SQLITE_DENY
  }

const isAllowed = (permissions: UserPermissions, [action, subject, argument, schema]: Action): boolean => {
  const { schemas, functions, isShadow } = permissions
  // Rows of a table that are only counted are told without the schema.
  const isOpen = schema === 'temp' || schemas.has(schema ?? 'main')
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_RECURSIVE:
      return true
    case constants.SQLITE_READ:
      return isOpen && mayRead(permissions, { schema: schema ?? 'main', name: subject ?? '' }, argument ?? '')
    case constants.SQLITE_FUNCTION:
      return functions.has((argument ?? '').toLowerCase())
    case constants.SQLITE_PRAGMA:
      return (
        permissions.opensCatalogs &&
        isOpen &&
        schemas.has('main') &&
        subject !== HIDDEN_REPORT &&
        isReport(subject ?? '', argument)
      )
    default:
      // A virtual table prepares to write as soon as it is looked at; the file is open for reading only.
      return WRITING.has(action) && isShadow(subject ?? '')
  }
}

/** Tables in which the engine keeps what there is, with samples of values among it. */
const CATALOG = /^(?:sqlite_|pragma_|dbstat$)/i

const mayRead = ({ isClosed, opensCatalogs, onRead }: UserPermissions, table: TableName, column: string): boolean => {
  if (isClosed(table, column) || (!opensCatalogs && CATALOG.test(table.name))) return false
  onRead(table)
  return true
}

const ACTION =
  /^SQLITE_(?:CREATE|DROP|ALTER|INSERT|UPDATE|DELETE|READ|FUNCTION|PRAGMA|ATTACH|DETACH|REINDEX|ANALYZE|SAVE|TRANS)/

/** `PRAGMA user_version`, `FUNCTION load_extension`. */
const nameOf = ([action, subject, argument]: Action): string => {
  const [name] = Object.entries(constants).find(([key, value]) => value === action && ACTION.test(key)) ?? []
  const about = action === constants.SQLITE_FUNCTION ? argument : subject
  return [name?.replace('SQLITE_', '').replaceAll('_', ' '), about].filter(Boolean).join(' ')
}
