import { constants } from 'node:sqlite'
import { isReport } from './authorizer.ts'

const WRITING = new Set([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE])
/** Tells where the files are. */
const HIDDEN_REPORT = 'database_list'

export interface UserPermissions {
  /** Schemas whose tables may be read. */
  readonly schemas: ReadonlySet<string>
  /** Names in lower case. */
  readonly functions: ReadonlySet<string>
  /** As in the permissions of operations. */
  readonly isShadow: (table: string) => boolean
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

const isAllowed = (
  { schemas, functions, isShadow }: UserPermissions,
  [action, subject, argument, schema]: Action,
): boolean => {
  // Rows of a table that are only counted are told without the schema.
  const isOpen = schema === 'temp' || schemas.has(schema ?? 'main')
  switch (action) {
    case constants.SQLITE_SELECT:
    case constants.SQLITE_RECURSIVE:
      return true
    case constants.SQLITE_READ:
      return isOpen
    case constants.SQLITE_FUNCTION:
      return functions.has((argument ?? '').toLowerCase())
    case constants.SQLITE_PRAGMA:
      return isOpen && schemas.has('main') && subject !== HIDDEN_REPORT && isReport(subject ?? '', argument)
    default:
      // A virtual table prepares to write as soon as it is looked at; the file is open for reading only.
      return WRITING.has(action) && isShadow(subject ?? '')
  }
}

const ACTION =
  /^SQLITE_(?:CREATE|DROP|ALTER|INSERT|UPDATE|DELETE|READ|FUNCTION|PRAGMA|ATTACH|DETACH|REINDEX|ANALYZE|SAVE|TRANS)/

/** `PRAGMA user_version`, `FUNCTION load_extension`. */
const nameOf = ([action, subject, argument]: Action): string => {
  const [name] = Object.entries(constants).find(([key, value]) => value === action && ACTION.test(key)) ?? []
  const about = action === constants.SQLITE_FUNCTION ? argument : subject
  return [name?.replace('SQLITE_', '').replaceAll('_', ' '), about].filter(Boolean).join(' ')
}
