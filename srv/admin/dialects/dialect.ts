import type { StoredValues } from '../core/transfer/target-column.ts'
import type { FilterTarget } from '../core/filter/compile.ts'
import type { Hidden } from '../core/hidden.ts'
import type { OwnType } from '../core/own-type.ts'
import type { JsonValue, Statement, Value, ValueKind } from '../core/values.ts'
import type { Analysis, TimeSeries, Comparison } from './analysis.ts'
import type { CatalogQuery } from './rows.ts'
import type { IndexCatalog } from './indexes.ts'
import type { LineageSource } from './lineage.ts'
import type {
  ColumnMetadata,
  ColumnOf,
  DatabaseDetails,
  DatabaseInfo,
  ForeignKeyMetadata,
  HiddenRows,
  HiddenRowsOf,
  KeyedTable,
  ObjectName,
  Policy,
  RowSecurity,
  SchemaMetadata,
  TableMetadata,
  ViewMetadata,
} from './metadata.ts'
import type { Monitoring } from './monitoring.ts'
import type { PageQuestion } from './page.ts'
import type { RowChanges } from './row-changes.ts'
import type { SchemaReader } from './schema-structure.ts'
import type { Structure } from './structure.ts'

export type Engine = 'sqlite' | 'postgres' | 'hana'

/** Which part of a listing is asked for. `pattern` is a LIKE pattern with `\` as escape, matched case-insensitively. */
export interface ListInput {
  readonly schema: string
  readonly pattern: string
  readonly limit: number
  readonly offset: number
}

/**
 * Each listing is ordered by name in binary collation; each row also carries the total of the unlimited listing as
 * `total`. Names in inputs are spelt as the catalog does.
 */
export interface Catalog {
  readonly databaseInfo: CatalogQuery<void, DatabaseInfo>
  readonly databaseDetails: CatalogQuery<void, DatabaseDetails>
  /** One row with the name of the schema that is meant when none is given. */
  readonly currentSchema: CatalogQuery<void, string>
  readonly schemas: CatalogQuery<
    { pattern: string; includeSystem: boolean; limit: number; offset: number },
    SchemaMetadata
  >
  readonly tables: CatalogQuery<ListInput, TableMetadata>
  /** Tables as `tables` lists them, without what is slow to tell of many. */
  readonly keyedTables: CatalogQuery<ListInput, KeyedTable>
  readonly views: CatalogQuery<ListInput & { definition: boolean }, ViewMetadata>
  /** Schemas whose name equals the given one but for letter case. */
  readonly schemaNames: CatalogQuery<{ name: string }, string>
  /** Tables and views of a schema whose name equals the given one but for letter case; system objects included. */
  readonly objectNames: CatalogQuery<{ schema: string; name: string }, ObjectName>
  /** All tables and views of a schema. */
  readonly allObjects: CatalogQuery<{ schema: string }, ObjectName>
  /** Those that the application hides, and that are not among the others; absent where it hides nothing. */
  readonly hiddenObjects?: CatalogQuery<{ schema: string }, ObjectName>
  readonly columns: CatalogQuery<{ schema: string; table: string }, ColumnMetadata>
  /** The columns of several tables, at most as many as `readColumnsOf` asks for; without the defaults of tables that are locked. */
  readonly columnsOf: CatalogQuery<{ schema: string; tables: readonly string[] }, ColumnOf>
  /** The statement that a table was made with, as `sql`; only where the engine keeps it. */
  readonly tableText?: CatalogQuery<{ schema: string; table: string }, string>
  /** The columns and constraints in the statement that would make a table, with all names qualified behind `enter`; where the engine tells. */
  readonly tableLines?: {
    readonly enter: Statement
    readonly lines: CatalogQuery<{ schema: string; table: string }, string>
  }
  /** What follows the columns and constraints in the statement that would make a table: what it is divided by, or a part of. */
  readonly tableEnding?: CatalogQuery<{ schema: string; table: string }, string>
  /** The columns of each unique constraint or index of a table that is about all of its rows, the primary key among them. */
  readonly uniqueKeys: CatalogQuery<{ schema: string; table: string }, readonly string[]>
  /** Where rows are looked for by indexes that somebody has to make. */
  readonly indexes?: IndexCatalog
  /** Foreign keys of a table; of all tables of the schema when `table` is null. */
  readonly foreignKeys: CatalogQuery<{ schema: string; table: string | null }, ForeignKeyMetadata>
  /** Foreign keys of other schemas that refer to a table; only where keys cross schemas. */
  readonly keysFromElsewhere?: CatalogQuery<{ schema: string; table: string }, ForeignKeyMetadata>
  /** Tables, views and functions that may not tell all rows to the user. */
  readonly hiddenRows?: CatalogQuery<HiddenRowsOf, Pick<HiddenRows, 'table' | 'reason'>>
  /** Whether the database chooses the rows of a table that a user may see. */
  readonly rowSecurity?: CatalogQuery<{ schema: string; table: string }, RowSecurity>
  readonly policies?: CatalogQuery<{ schema: string; table: string }, Policy>
}

/** What numbers a column of a table where no value is given. */
export interface ColumnSequence {
  readonly column: string
  /** Quoted, with its schema. */
  readonly name: string
  readonly rises: boolean
  /** How many numbers a connection takes at a time. */
  readonly cache: string
  /** The API's user may change its definition. */
  readonly isOwned: boolean
  /** The database lets the API's user move it. */
  readonly isMovable: boolean
}

export interface Sequences {
  readonly ofTable: CatalogQuery<{ schema: string; table: string }, ColumnSequence>
  /**
   * Changes nothing, but nobody else gets a number from the sequence until the transaction ends, and moving it is undone with
   * that. Null where only its owner could do so.
   */
  hold(sequence: ColumnSequence): Statement | null
  /** Moves a sequence behind the values that its column has, where it is not there already. */
  moveOn(table: { readonly schema: string; readonly table: string }, sequence: ColumnSequence): Statement
}

/** When a foreign key is checked, where the engine tells and lets that be changed within a transaction. */
export interface KeyTiming {
  readonly mayWait: CatalogQuery<{ schema: string; table: string; name: string }, boolean>
  /** Has a key wait for the end of the transaction. */
  wait(key: ForeignKeyMetadata, mayWait: boolean): readonly string[]
  /** Checks all that waits. */
  readonly check: string
  /** Undoes `wait`, once all is checked. */
  restore(key: ForeignKeyMetadata, mayWait: boolean): readonly string[]
}

/** One engine's SQL: text and how to read catalog rows. No connection, no state. */
export interface Dialect {
  readonly engine: Engine
  readonly platform: string
  /** Package or module that speaks to the engine. */
  readonly driver: string
  readonly capabilities: StoredValues & {
    /** Columns that the database always numbers take values of a file. */
    readonly keepsNumbers: boolean
  }
  readonly catalog: Catalog
  readonly monitoring: Monitoring
  readonly analysis: Analysis
  readonly timeSeries: TimeSeries
  readonly structure: Structure
  readonly schemaStructure: SchemaReader
  readonly comparison: Comparison
  readonly lineage: LineageSource
  /** What the application hides; absent where it hides nothing. */
  readonly hides?: Hidden
  /** Absent where rows are not changed one by one. */
  readonly rowChanges?: RowChanges
  /** Absent where numbers follow the values of a column by themselves. */
  readonly sequences?: Sequences
  /** Quotes a name for use in a statement. */
  quote(name: string): string
  /** The parameter at a position, from 1, for a value of the given kind. */
  placeholder(position: number, kind?: ValueKind, own?: OwnType): string
  /** Has deferrable foreign keys wait for the end of the transaction, where the engine does not tell which of them do. */
  readonly deferKeys?: string
  /** The same of single keys, where it does. */
  readonly keyTiming?: KeyTiming
  /** True for schemas of the engine itself, which are never written to. */
  isSystemSchema(schema: string): boolean
  /**
   * Wraps a column so that the session hands its value over without loss, and in the same form on every engine:
   * decimals with their declared scale, timestamps as ISO 8601 text in UTC.
   */
  selectExpression(column: ColumnMetadata, sql: string): string
  /**
   * As `selectExpression`, of which a text has so many characters at most, and a binary value so many bytes; up to three more
   * where base64 would break. Absent where the engine cannot cut a value before it is read.
   */
  cutExpression?(column: ColumnMetadata, sql: string, length: number): string
  /**
   * Turns a value selected by `selectExpression` into what JSON answers carry: decimals, integers beyond 2^53 and
   * numbers that are none as text, timestamps as `YYYY-MM-DDTHH:MM:SS.sssZ` with 3 to 6 fractional digits, binary
   * values in base64.
   */
  jsonValue(column: ColumnMetadata, value: Value): JsonValue
  /**
   * Turns a value of the column's kind into what is stored: decimals come as text, dates and times as ISO 8601 text,
   * binary values as bytes.
   */
  bindValue(column: ColumnMetadata, value: Value): Value
  /**
   * Asks for some values of columns that take any, in the columns' order, to learn how they are written; large ones are cut.
   * Absent where the engine decides how values are stored.
   */
  sampleValues?(
    table: { readonly schema: string; readonly name: string },
    columns: readonly ColumnMetadata[],
  ): Statement
  /** The statement of some rows, where plain SQL is slow or leaves the order of equal rows open. */
  pageStatement?(page: PageQuestion): string
  /** What `compileFilter` needs for a filter on rows with these columns. */
  filterTarget(columns: readonly ColumnMetadata[]): FilterTarget
}
