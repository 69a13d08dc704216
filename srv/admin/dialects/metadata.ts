import type { OwnType } from '../core/own-type.ts'
import type { ValueKind } from '../core/values.ts'

/** What is known of a database beyond its name, version and platform; null where the engine does not tell. */
export interface DatabaseDetails {
  readonly schema: string | null
  readonly user: string | null
  readonly serverTime: string
  readonly startedAt: string | null
  readonly sizeBytes: number | null
  readonly encoding: string | null
  /** The tenant database; only of engines that have such. */
  readonly tenant?: string | null
  /** The schema is a container of SAP HANA Deployment Infrastructure. */
  readonly isContainer?: boolean
}

/** A schema: a namespace of tables. On SQLite the main or an attached database file. */
export interface SchemaMetadata {
  readonly name: string
  readonly owner: string | null
  readonly isCurrent: boolean
  readonly isSystem: boolean
  readonly tableCount: number
  readonly viewCount: number
  readonly readable: boolean
  readonly writable: boolean
}

/** Whether the database lets the API's user read all columns; null when the engine does not tell. */
type Readable = boolean | null

export type TableType = 'table' | 'virtual' | 'foreign' | 'temporary' | 'partitioned'
export type ViewType = 'view' | 'materialized' | 'calculation'

export interface TableMetadata {
  readonly schema: string
  readonly name: string
  readonly type: TableType
  readonly comment: string | null
  readonly columnCount: number
  /** Counted where that is cheap, otherwise from statistics; null when the engine keeps none. */
  readonly rowCount: number | null
  readonly rowCountExact: boolean
  /** Why `rowCount` is null. */
  readonly rowCountReason?: string
  readonly sizeBytes: number | null
  readonly readable: Readable
  readonly createdAt: string | null
}

/** A table and what tells its rows apart. */
export interface KeyedTable {
  readonly name: string
  readonly type: TableType
  /** Holds a part of the rows of another table. */
  readonly isPartition: boolean
  /** Columns of the primary key, in its order. */
  readonly keyColumns: readonly string[]
}

export interface ViewMetadata {
  readonly schema: string
  readonly name: string
  readonly type: ViewType
  readonly comment: string | null
  readonly columnCount: number
  /** False when the engine knows that the view can no longer be read; null when it cannot tell. */
  readonly valid: boolean | null
  readonly readable: Readable
  readonly definition: string | null
}

/** A name that can be read from: what a client's table name is resolved to. */
export interface ObjectName {
  readonly schema: string
  readonly name: string
  readonly type: TableType | ViewType
  /** Other tables hold rows of it as well. */
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
  /** Numbered by the database; `always` cannot be written. */
  readonly identity: 'always' | 'by default' | null
  /** Ordinal in the primary key from 1; null outside it. */
  readonly keyPosition: number | null
  readonly comment: string | null
  /** An index of the engine has its values in the order in which this API sorts them; absent where nothing is gained by it. */
  readonly isSortedByIndex?: boolean
  /** Takes values of any kind: columns of SQLite, unless they are of a type that only CAP's tables have. */
  readonly takesAny?: boolean
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
}
