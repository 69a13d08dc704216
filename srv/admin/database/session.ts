import type { LoadPlan, OnLoadStep } from '../core/transfer/load.ts'
import type { TextFormat } from '../core/transfer/file-format.ts'
import type { Statement, Value } from '../core/values.ts'
import type { UserAnswer, UserStatement } from './user-statement.ts'

export type { ClosedTable, UserAnswer } from './user-statement.ts'

/** One row by column name, as catalog queries read it. */
export type Row = Readonly<Record<string, Value>>

/** Rows of a stream: values in the order of the selected columns. */
export type RowBatch = readonly (readonly Value[])[]

/** Rows as text in UTF-8, with no row cut in two. */
export interface TextChunk {
  readonly text: Uint8Array
  /** Rows that were read for it, those beyond the limit included. */
  readonly rowCount: number
  /** Columns, from 0, of which a value is known since the last chunk that would not come back from such a file as it was. */
  readonly ambiguous?: readonly number[]
}

/**
 * One connection in one transaction. Every statement sees the same state of the database.
 * Driver errors leave a session as `AdminError` only. After one, a transaction goes on only from a `savepoint`
 * around the failed statement: PostgreSQL refuses all else.
 */
export interface Session {
  /** All rows of a result that is known to be small. */
  query(statement: Statement): Promise<readonly Row[]>
  /**
   * Rows in batches of at most 1,000 rows and about 1 MiB, as fast as the reader takes them and no faster; constant
   * memory. At most one batch is read ahead.
   */
  stream(statement: Statement): AsyncIterable<RowBatch>
  /**
   * The rows of a statement as text, made where it disturbs the event loop least; as fast as the reader takes it and
   * no faster; constant memory.
   * @param statement selects the format's columns, in their order, by `selectExpression`.
   * @param rowLimit rows beyond it are counted but not written.
   */
  streamText(statement: Statement, format: TextFormat, rowLimit: number): AsyncIterable<TextChunk>
  /**
   * Prepares statements in an empty database of their own, with the functions of this one, and tells what each touches;
   * none is run. Absent on engines whose catalog knows that.
   *
   * @returns one answer per step, in order.
   */
  describeAccess?(probe: AccessProbe): Promise<readonly StepAccess[]>
  /**
   * Makes tables and views where nobody else sees them, asks about them there, and leaves nothing of them. Absent on engines
   * that have no such place.
   *
   * @param statements naming no schema, as a deployment runs them.
   * @param questions by the schema that they are in.
   * @returns the rows of each question, in order.
   */
  tryStructure?(
    statements: readonly string[],
    questions: (schema: string) => readonly Statement[],
  ): Promise<readonly (readonly Row[])[]>
}

/** Statements to be described, and the structure that they need. */
export interface AccessProbe {
  /** Run first. */
  readonly structure: readonly string[]
  readonly steps: readonly {
    /** Run around the statements. */
    readonly before: readonly string[]
    readonly statements: readonly string[]
    readonly after: readonly string[]
  }[]
}

export interface StepAccess {
  /** For each statement; null when it cannot be prepared, or the step's structure cannot be made. */
  readonly statements: readonly (StatementAccess | null)[]
}

export interface StatementAccess {
  readonly columns: readonly {
    readonly name: string
    /** The column that this one shows as it is; null for all else. */
    readonly origin: { readonly schema: string; readonly table: string; readonly column: string } | null
  }[]
  readonly accesses: readonly {
    readonly action: 'read' | 'insert' | 'update' | 'delete' | 'select'
    readonly schema: string
    readonly table: string
    /** Null for a whole row. */
    readonly column: string | null
    /** True for what the statement itself does, false for what a view or trigger does on its behalf. */
    readonly isDirect: boolean
  }[]
}

/** A table that rows go into, as the catalog spells it. */
export interface TableTarget {
  readonly schema: string
  readonly table: string
}

/** With the columns of each row, in the order of its values. */
export interface InsertTarget extends TableTarget {
  readonly columns: readonly string[]
}

/** A session that may change data and structure. */
export interface WriteSession extends Session {
  /** @returns number of rows changed. */
  execute(statement: Statement): Promise<number>
  /**
   * Inserts rows in bulk by the engine's fastest way.
   * @param rows must not be read from this same session.
   * @returns number of rows inserted.
   * @throws InsertError `CONSTRAINT_VIOLATION` and the like; nothing that this call inserted stays, and the
   *   transaction goes on.
   */
  insert(target: InsertTarget, rows: AsyncIterable<RowBatch>): Promise<number>
  /**
   * Reads a file into a table: parses, converts and inserts where it disturbs the event loop least. Bad rows are left
   * out or end it, as the plan says. Rows without a partner in another table are among them, even if the database waits for
   * the end of the transaction.
   * @param target values go into the plan's columns.
   * @param onStep told of each part of the file when it is done.
   * @throws AdminError `INVALID_FILE_CONTENT`, `CONSTRAINT_VIOLATION`, `IMPORT_REJECTED`; the transaction is only good
   *   for being rolled back then.
   */
  load(target: TableTarget, plan: LoadPlan, bytes: AsyncIterable<Uint8Array>, onStep: OnLoadStep): Promise<void>
  /**
   * Prepares to run, before the end of the transaction, the checks of a table's constraints that are due at its end.
   * @param which `declared` where only those wait that say so themselves, those of tables that refer to it among them: SQLite,
   *   which looks at all rows, looks at none of other tables then.
   * @returns what runs them; it throws `CONSTRAINT_VIOLATION`.
   */
  deferredChecks(target: { schema: string; name: string }, which?: 'declared'): Promise<() => Promise<void>>
  /** Runs `work`; what it changed is undone, and only that, when it throws. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
}

/** Bounds of one unit of work. */
export interface WorkOptions {
  /** Aborted when the caller gave up: the work in the database ends and the session throws `OPERATION_CANCELLED`. */
  readonly signal: AbortSignal
  /** After this time the work in the database ends and the session throws `OPERATION_TIMEOUT`. */
  readonly timeoutMs: number
  /** A read that should not wait until heavy ones have ended. */
  readonly isShort?: boolean
}

/** Bounds of one unit of work that writes. */
export interface WriteOptions extends WorkOptions {
  /**
   * Name of a schema that does not exist and that this unit of work is to fill. Where a schema is a database of its own,
   * it is there and empty when the work starts, and gone again when the work fails; elsewhere the work makes it.
   */
  readonly newSchema?: string
  /**
   * Name of a schema that is gone when this unit of work has succeeded. Where a schema is a database of its own, it is
   * removed then; elsewhere the work drops it.
   */
  readonly oldSchema?: string
  /**
   * Rows are copied as they are: SQLite checks no foreign keys then, which it cannot leave unchecked one by one. Elsewhere without
   * effect.
   */
  readonly copiesRows?: true
}

/** The port to one database. Units of work do not nest: `work` uses the session that it was given. */
export interface Database {
  /** Whether what is written is still there after a restart. */
  readonly isPersistent: boolean
  /** Runs `work` on a consistent, read-only view of the database that does not block writers. */
  read<T>(options: WorkOptions, work: (session: Session) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws. It is run again, a few times,
   * when it conflicts with another transaction.
   * @throws AdminError `TARGET_EXISTS`, `LIMIT_TOO_LARGE` when there can be no such new schema.
   */
  write<T>(options: WriteOptions, work: (session: WriteSession) => Promise<T>): Promise<T>
  /**
   * Runs one statement that a user has written, on a connection that nothing else uses afterwards. The engine sees to it that
   * it only reads: never what the text looks like.
   * @throws AdminError `INVALID_STATEMENT`, `INSUFFICIENT_PRIVILEGE`, `SCHEMA_NOT_ALLOWED`, `LIMIT_TOO_LARGE`.
   */
  ask(options: WorkOptions, statement: UserStatement): Promise<UserAnswer>
  /** What its connections do at this moment. */
  usage(): ConnectionUsage
  /** Ends all sessions and frees what they hold. */
  close(): Promise<void>
}

/** Numbers of connections, or of processes where those hold them, and of those who wait for one. */
export interface ConnectionUsage {
  readonly idle: number
  readonly busy: number
  readonly waiting: number
}
