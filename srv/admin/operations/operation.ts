/** What an operation is, and what it may use. Over 200 lines: who writes one finds all of that here. */
import type { Static, TObject } from '@sinclair/typebox'
import type { AdminConfig } from '../config.ts'
import type { Application } from '../core/application.ts'
import type { CheckFile } from '../core/check-files/words.ts'
import type { CheckHistory } from '../core/check-history.ts'
import type { Model, ModelStatements } from '../core/model.ts'
import type { JsonValue } from '../core/values.ts'
import type { Database, Session } from '../database/session.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { ColumnMetadata, HiddenRows, HiddenRowsOf, ObjectName } from '../dialects/metadata.ts'

/** Roles of the API; each includes the ones before it. */
export const ROLES = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A table or view with its columns, as the catalog spells them. */
export interface ResolvedTable extends ObjectName {
  readonly columns: readonly ColumnMetadata[]
  /** The model's columns whose sensitive data a column holds, as a copy, a part or a view of their tables; none for others. */
  readonly sensitiveOrigins?: (column: string) => ReadonlySet<string>
}

/**
 * Resolves names that clients send to names of the catalog: exact spelling first, then a unique match but for letter
 * case. Throws `SCHEMA_NOT_FOUND`, `TABLE_NOT_FOUND`, `COLUMN_NOT_FOUND` with near names, `AMBIGUOUS_NAME`, or
 * `SCHEMA_NOT_ALLOWED`.
 */
export interface Names {
  /**
   * @param schema as sent; absent means the current schema, or the first that is open when that one is not.
   * @param use what for: schemas of the engine itself are never open to `write`.
   */
  schema(session: Session, schema: string | undefined, use?: 'read' | 'write'): Promise<string>
  table(session: Session, schema: string | undefined, table: string, use?: 'read' | 'write'): Promise<ResolvedTable>
  /**
   * As `table`, for many of them at once. The schema is as the catalog spells it.
   * @returns what resolves each of the names that were sent; it throws what is wrong with one.
   */
  tables(session: Session, schema: string, sent: readonly string[]): Promise<(sent: string) => ResolvedTable>
  openness(session: Session): Promise<Openness>
  /** The same for who may see all but what the application hides from everybody: nothing else is looked for. */
  forAdmins(): Names
  /** The same, which tells something of each table that it resolves. */
  noting(watch: Watch): Names
  /** Tables and views of a schema, or some of them, of which the database may hide rows from its user. */
  hiddenRows(session: Session, of: HiddenRowsOf): Promise<HiddenRows[]>
  /** @param names column names as sent; absent means all columns. */
  columns(table: ResolvedTable, names: readonly string[] | undefined): readonly ColumnMetadata[]
  /** Told of each schema that is made by cloning, which opens it to later operations, and of each that is gone. */
  readonly cloned: SchemaRegister
  /** Notes what a table or, without names of tables, a schema was made from, before it is there. */
  noteCopy(copy: Copied, origin: Copied): Promise<void>
}

/** What is told of tables as they are resolved. */
export interface Watch {
  /** The database may hide rows of it from its user. */
  readonly onHidden?: (hidden: HiddenRows) => void
  /** It has columns with sensitive data that are not masked for the user. */
  readonly onSensitive?: (found: SensitiveTable) => void
}

/** A table or view, and its columns with sensitive data. */
export interface SensitiveTable {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
}

/** The schemas that the API has made, which stay open after a restart. */
export interface SchemaRegister {
  has(name: string): boolean | Promise<boolean>
  add(name: string): Promise<void>
  /** Without effect on names that are not there. */
  remove(name: string): Promise<void>
}

/** A table; a whole schema where the name is null. */
export interface Copied {
  readonly schema: string
  readonly name: string | null
}

/** Which schemas operations may use. */
export interface Openness {
  /** The schema that is meant when none is named: the current one, or the first that is open when it is not. */
  readonly default: string
  /** @param schema as the catalog spells it; it need not exist. */
  readonly isOpen: (schema: string, use?: 'read' | 'write') => Promise<boolean>
}

/** The sandboxed directory that import reads from, and leaves rejected rows in. Names are checked on every call. */
export interface FileStore {
  /** @throws AdminError `INVALID_FILE_NAME`, `FILE_NOT_FOUND`, `PAYLOAD_TOO_LARGE`. */
  open(name: string): Promise<StoredFileHandle>
  /**
   * Writes a file as its chunks come; it appears under its name when it is complete, or not at all.
   *
   * @param options.maxBytes of this file; less when there is less room for all files.
   * @throws AdminError `INVALID_FILE_NAME`, `TARGET_EXISTS` unless it may be overwritten, `PAYLOAD_TOO_LARGE`.
   */
  create(
    name: string,
    chunks: AsyncIterable<string | Uint8Array>,
    options: { overwrite: boolean; maxBytes: number },
  ): Promise<unknown>
}

/** An open file of the `FileStore`. */
export interface StoredFileHandle {
  readonly sizeBytes: number
  /** Its bytes, or those from `start` up to `end`; may be called again. */
  read(start?: number, end?: number): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** How far work is. */
export interface Progress {
  readonly phase: string
  readonly rowsDone: number | null
  readonly rowsTotal: number | null
}

/** What an operation may use. */
export interface OperationContext {
  readonly dialect: Dialect
  readonly database: Database
  readonly names: Names
  /** The tables that `names` has resolved by now of which the database may hide rows from its user. */
  readonly hiddenRows: () => readonly HiddenRows[]
  readonly files: FileStore
  readonly config: AdminConfig
  readonly model: Model
  /**
   * Compiles the model to what a deployment runs; absent where there is no application to have one.
   * @param recorded what the database tells of the last deployment.
   * @throws AdminError `NOT_SUPPORTED` where that is not possible.
   */
  readonly modelStatements?: (recorded: string | null, signal: AbortSignal) => Promise<ModelStatements>
  /** Files of checks of the application; absent where there is none. @throws AdminError `INVALID_RULE`. */
  readonly checkFiles?: () => Promise<readonly CheckFile[]>
  /** What scheduled checks have found; absent where the application has no tables for it. */
  readonly checkHistory?: CheckHistory
  /** Absent where there is none. */
  readonly application?: Application
  readonly user: { readonly id: string; is(role: Role): boolean }
  /** Aborted when the client went away, the operation was cancelled or its time is over. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Which tables are resolved is noted, since reads of sensitive data are recorded. */
  readonly isRecorded: boolean
  /** Which of the offered media types the client prefers, the first for `*\/*`; undefined when it takes none. */
  readonly accepts: (types: readonly string[]) => string | undefined
  /** Tells watchers of long work how far it is, as far as that is known. */
  progress(phase: string, rowsDone?: number | null, rowsTotal?: number | null): void
  /** Tells them a part of the answer that is known already. */
  found(part: JsonObject): void
}

/** What work may use that has a session. */
export interface SessionContext<Kind extends Session = Session> extends OperationContext {
  readonly session: Kind
}

/** Does work that reads in one session. */
export const inSession = <T>(context: OperationContext, work: (context: SessionContext) => Promise<T>): Promise<T> =>
  context.database.read(context, (session) => work({ ...context, session }))

/** An operation that reads all in one session. */
export const reading =
  <Input, T>(work: (context: SessionContext, input: Input) => Promise<T>) =>
  (context: OperationContext, input: Input): Promise<T> =>
    inSession(context, (within) => work(within, input))

/** A result that is sent as it is made, in constant memory. */
export class StreamedResult {
  readonly contentType: string
  /** Name that the client should save it under; absent for plain answers. */
  readonly fileName: string | undefined
  readonly chunks: AsyncIterable<string | Uint8Array>
  /** Known before the first chunk is sent. */
  readonly headers: Readonly<Record<string, string>>
  /** Read for its names before the first chunk is sent, and for its values after the last; undefined for what need not be told. */
  readonly trailers: () => Record<string, string | undefined>
  /** Read after the last chunk: why the result is not complete, when it could still be closed in good order. */
  readonly failure: () => Error | undefined
  /** Aborted when sending has to end; set by the frame. */
  readonly signal: AbortSignal | undefined

  constructor(options: Pick<StreamedResult, 'contentType' | 'chunks'> & Partial<StreamedResult>) {
    this.contentType = options.contentType
    this.fileName = options.fileName
    this.chunks = options.chunks
    this.headers = options.headers ?? {}
    this.trailers = options.trailers ?? (() => ({}))
    this.failure = options.failure ?? (() => undefined)
    this.signal = options.signal
  }
}

export type Json = JsonValue | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { readonly [key: string]: Json | undefined }

/** One operation of the API. */
export interface Operation<Input extends TObject = TObject> {
  readonly summary: string
  /** Schema of the query (GET) or body (POST); unknown fields are refused. `timeout` is added to every body. */
  readonly input: Input
  /** Schema of the answer, for the API's description; `success` is added. */
  readonly output?: TObject
  /** Its answer rests on rows of tables: it tells where the database may hide some of them from its user. */
  readonly readsRows?: boolean
  /** Values of rows are in its answer, or can be told from it: reading sensitive data by it is recorded. */
  readonly tellsValues?: boolean
  /** Answers 409 where rows are not as they were read. */
  readonly mayConflict?: boolean
  /** Changes nothing, though it is for admins. */
  readonly onlyReads?: boolean
  /** Counts against the cap on concurrent heavy work, and may run in the background. */
  readonly isHeavy?: boolean
  /** Whether the input asks a heavy operation for so little that it should be short. */
  isShort?(input: Static<Input>): boolean
  /** A stricter role than the route's, when the input asks for more. */
  roleFor?(input: Static<Input>): Role
  run(context: OperationContext, input: Static<Input>): Promise<JsonObject | StreamedResult>
}
