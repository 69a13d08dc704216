/** What a reader process is asked. */
export interface Question {
  readonly file: string
  readonly sql: string
  /** As CAP gives them to its driver. */
  readonly values: unknown
  /** By name, what `session_context` tells. */
  readonly session: Readonly<Record<string, unknown>>
}

export type Row = Readonly<Record<string, unknown>>

/** An error of SQLite or of a function, as it travels. */
export interface Failure {
  readonly message: string
  readonly code?: unknown
  /** SQLite's extended result code. */
  readonly errcode?: unknown
}

export type Reply = { readonly rows: readonly Row[] } | { readonly failure: Failure }
