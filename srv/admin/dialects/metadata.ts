import type { Affinity } from '../core/transfer/affinity.ts'
import type { OwnType } from '../core/own-type.ts'
import type { ValueKind } from '../core/values.ts'
import {
  all,
  flag,
  flagOrNull,
  instant,
  instantOrNull,
  number,
  numberOrNull,
  type Reader,
  rowReader,
  text,
  textOrNull,
} from './rows.ts'

export type TableType = 'table' | 'virtual' | 'foreign' | 'temporary' | 'partitioned'
export type ViewType = 'view' | 'materialized' | 'calculation'

const VIEWS: ReadonlySet<string> = new Set<ViewType>(['view', 'materialized', 'calculation'])

export const isView = ({ type }: { readonly type: string }): boolean => VIEWS.has(type)

const tableType = text as Reader<TableType>
/** Whether the database lets the API's user read all columns; null when the engine does not tell. */
const readable = flagOrNull

/** How rows of the catalog are read, on every engine alike. */
export const read = {
  databaseInfo: rowReader(all(text, 'database', 'version', 'platform')),
  /** What is known of a database beyond that; null where the engine does not tell. */
  databaseDetails: rowReader({
    ...all(textOrNull, 'schema', 'user'),
    serverTime: instant,
    startedAt: instantOrNull,
    sizeBytes: numberOrNull,
    encoding: textOrNull,
  }),
  /** A schema: a namespace of tables. On SQLite the main or an attached database file. */
  schema: rowReader({
    name: text,
    owner: textOrNull,
    ...all(flag, 'isCurrent', 'isSystem'),
    ...all(number, 'tableCount', 'viewCount'),
    ...all(flag, 'readable', 'writable'),
  }),
  table: rowReader({
    ...all(text, 'schema', 'name'),
    type: tableType,
    comment: textOrNull,
    columnCount: number,
    /** Counted where that is cheap, otherwise from statistics; null when the engine keeps none. */
    rowCount: numberOrNull,
    rowCountExact: flag,
    sizeBytes: numberOrNull,
    readable,
    createdAt: instantOrNull,
  }),
  keyedTable: rowReader({
    name: text,
    type: tableType,
    /** Holds a part of the rows of another table. */
    isPartition: flag,
  }),
  view: rowReader({
    ...all(text, 'schema', 'name'),
    type: text as Reader<ViewType>,
    comment: textOrNull,
    columnCount: number,
    /** False when the engine knows that the view can no longer be read; null when it cannot tell. */
    valid: flagOrNull,
    readable,
    definition: textOrNull,
  }),
  /** A name that can be read from: what a client's table name is resolved to. */
  objectName: rowReader({ schema: text, name: text, type: text as Reader<TableType | ViewType> }),
}

export type DatabaseInfo = ReturnType<typeof read.databaseInfo>
export type DatabaseDetails = ReturnType<typeof read.databaseDetails> & {
  /** The tenant database; only of engines that have such. */
  readonly tenant?: string | null
  /** The schema is a container of SAP HANA Deployment Infrastructure. */
  readonly isContainer?: boolean
}
export type SchemaMetadata = ReturnType<typeof read.schema>
export type TableMetadata = ReturnType<typeof read.table> & {
  /** Why `rowCount` is null. */
  readonly rowCountReason?: string
  /** Why `sizeBytes` is null, although the engine knows sizes. */
  readonly sizeBytesReason?: string
}
/** A table and what tells its rows apart. */
export type KeyedTable = ReturnType<typeof read.keyedTable> & {
  /** Columns of the primary key, in its order. */
  readonly keyColumns: readonly string[]
}
export type ViewMetadata = ReturnType<typeof read.view> & {
  /** Why `definition` is null, although it was asked for. */
  readonly definitionReason?: string
}
export type ObjectName = ReturnType<typeof read.objectName> & {
  /** Other tables hold rows of it as well, with keys of their own: its key may occur more than once. */
  readonly isDivided?: boolean
}

export interface ColumnMetadata {
  readonly name: string
  /** Ordinal from 1. */
  readonly position: number
  /** The engine's own type with length and scale, such as `varchar(100)`. */
  readonly type: string
  readonly kind: ValueKind
  /** Absent where the kind says all. */
  readonly own?: OwnType
  /** Characters or bytes; null when unlimited or not applicable. */
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  readonly nullable: boolean
  /** Default as the engine spells it. */
  readonly defaultValue: string | null
  /** Computed by the database from other columns: cannot be written. */
  readonly isGenerated: boolean
  /** What it is computed by, and whether it is kept, as the engine spells it: `(price * 2) STORED`; where the engine tells. */
  readonly generation?: string
  /** Numbered by the database; `always` cannot be written. */
  readonly identity: 'always' | 'by default' | null
  /** Ordinal in the primary key from 1; null outside it. */
  readonly keyPosition: number | null
  /** False where the user of the database may not read it, but others of the table; absent elsewhere. */
  readonly isReadable?: false
  readonly comment: string | null
  /** An index of the engine has its values in the order in which this API sorts them; absent where nothing is gained by it. */
  readonly isSortedByIndex?: boolean
  /** Takes values of any kind: columns of SQLite, unless they are of a type that only CAP's tables have. */
  readonly takesAny?: boolean
  /** Only of SQLite. */
  readonly affinity?: Affinity
}

/** A column, and the table that has it. */
export interface ColumnOf {
  readonly table: string
  readonly column: ColumnMetadata
}

export interface ForeignKeyMetadata {
  readonly name: string
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
  readonly referencedSchema: string
  readonly referencedTable: string
  readonly referencedColumns: readonly string[]
  readonly match: 'simple' | 'full' | 'partial'
  readonly onUpdate: string
  readonly onDelete: string
  readonly isEnforced: boolean
  /** The other row may be deleted and come again before the transaction ends; absent where the engine looks at once. */
  readonly isDeferrable?: boolean
  /** The last column is a period, which rows of the other table cover together; only of PostgreSQL. */
  readonly hasPeriod?: boolean
  /** The table that it names does not exist, which SQLite allows. */
  readonly isMissing?: boolean
}

/** What rows may be hidden of: all tables of the schema when `tables` is null, and functions that are called. */
export interface HiddenRowsOf {
  readonly schema: string
  readonly tables: readonly string[] | null
  readonly functions?: readonly string[]
}

/** A table or view whose rows the database user may not see all. */
export interface HiddenRows {
  readonly schema: string
  readonly table: string
  readonly reason: string
}

export interface RowSecurity {
  readonly enabled: boolean
  /** Also for the owner of the table. */
  readonly forced: boolean
  /** It chooses the rows that the user of this API sees. */
  readonly appliesToUser: boolean
}

/** Which rows of a table some users may see or write. */
export interface Policy {
  readonly name: string
  readonly command: string
  readonly roles: readonly string[]
  /** One permissive policy has to admit a row, and all that are restrictive. */
  readonly isPermissive: boolean
  readonly using: string | null
  readonly check: string | null
}
