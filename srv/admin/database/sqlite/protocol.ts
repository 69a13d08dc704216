/** What a session asks of a SQLite connection, wherever that runs: in a process of its own or in this one. */
import { quoteIdentifier } from '../../core/identifiers.ts'
import type { LoadPlan, LoadStep } from '../../core/transfer/load.ts'
import type { TextFormat } from '../../core/transfer/file-format.ts'
import type { Statement, Value } from '../../core/values.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { AccessProbe, Row, StepAccess, TableTarget, TextChunk } from '../session.ts'
import type { UserAnswer, UserStatement } from '../user-statement.ts'

/** A database file that is attached under a schema name. */
export interface Attachment {
  readonly name: string
  readonly file: string
  /** Tells a file from another one that had its name before. */
  readonly inode?: number
}

/** What a connection is opened on. */
export interface OpenTarget {
  readonly file: string
  /** What `database_name()` answers: the file's base name, or `:memory:`. */
  readonly databaseName: string
  readonly readOnly: boolean
  readonly attachments: readonly Attachment[]
  /** How long a write waits for another connection's lock. */
  readonly lockTimeoutMs: number
}

type Rows = readonly (readonly Value[])[]
type Parameters = readonly Value[]

/** Each question with its answer. Cursors and inserts are numbered by the session. */
export interface Requests {
  open: { ask: OpenTarget; answer: undefined }
  /** Without `foreignKeys` none is checked until it ends. */
  begin: { ask: { write: boolean; foreignKeys: boolean }; answer: undefined }
  end: { ask: { commit: boolean }; answer: undefined }
  query: { ask: { sql: string; parameters: Parameters }; answer: { columns: readonly string[]; rows: Rows } }
  execute: { ask: { sql: string; parameters: Parameters }; answer: number }
  openCursor: { ask: { cursor: number; sql: string; parameters: Parameters }; answer: undefined }
  /** An empty answer means the end, after which the cursor is closed. */
  fetch: { ask: { cursor: number }; answer: Rows }
  closeCursor: { ask: { cursor: number }; answer: undefined }
  openInsert: { ask: { insert: number; sql: string }; answer: undefined }
  insert: { ask: { insert: number; rows: Rows }; answer: undefined }
  closeInsert: { ask: { insert: number }; answer: undefined }
  openText: { ask: TextCursor; answer: undefined }
  /** An answer without rows means the end, after which the cursor is closed. */
  fetchText: { ask: { cursor: number }; answer: TextChunk }
  closeText: { ask: { cursor: number }; answer: undefined }
  openLoad: { ask: { load: number; target: TableTarget; sql: string; plan: LoadPlan }; answer: undefined }
  load: { ask: { load: number; bytes: Uint8Array }; answer: LoadStep }
  /** Reads what is left after the last bytes. */
  endLoad: { ask: { load: number }; answer: LoadStep }
  closeLoad: { ask: { load: number }; answer: undefined }
  describeAccess: { ask: AccessProbe; answer: readonly StepAccess[] }
  tryStructure: { ask: StructureTrial; answer: readonly (readonly Row[])[] }
  /** On a connection of its own, whatever else is open. */
  userStatement: { ask: UserQuestion; answer: UserAnswer }
}

/** Statements for an empty database, and questions about what they make there. */
export interface StructureTrial {
  readonly statements: readonly string[]
  readonly questions: readonly Statement[]
}

/** A statement of a user, and the schemas that it may read, of those of the target. */
export interface UserQuestion extends Pick<UserStatement, 'sql' | 'rowLimit' | 'isPlan' | 'closed'> {
  readonly target: OpenTarget
  readonly schemas: readonly string[]
}

/** A cursor whose rows come as text. */
export interface TextCursor {
  readonly cursor: number
  readonly sql: string
  readonly parameters: Parameters
  readonly format: TextFormat
  readonly rowLimit: number
}

export type RequestType = keyof Requests
export type Ask<Type extends RequestType> = Requests[Type]['ask']
export type Answer<Type extends RequestType> = Requests[Type]['answer']

/** A failure as it travels between processes. */
export interface Failure {
  /** SQLite's extended result code; absent when the failure is not SQLite's. */
  readonly errcode?: number
  readonly code?: string
  readonly message: string
  /** Row of an `insert` request that failed. */
  readonly rowIndex?: number
  /** The statement was prepared; a row of it failed. */
  readonly isStep?: boolean
  /** Our own error, when it was one. */
  readonly own?: { readonly code: ErrorCode; readonly details: string }
}

/** A way to a connection. One request after another, in order. */
export interface Channel {
  /** Whoever answers has a copy of what is asked, once `request` returns. */
  readonly isCopying: boolean
  /** @throws AdminError */
  request<Type extends RequestType>(type: Type, ask: Ask<Type>): Promise<Answer<Type>>
  /** Ends at once whatever runs. The channel cannot be used any more. */
  destroy(): void
}

/** The statement that takes each row. */
export const insertInto = (target: TableTarget, columns: readonly string[]): string => {
  const table = `${quoteIdentifier(target.schema)}.${quoteIdentifier(target.table)}`
  return `INSERT INTO ${table} (${columns.map(quoteIdentifier).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
}
