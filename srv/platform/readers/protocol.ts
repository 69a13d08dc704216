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

/** https://www.sqlite.org/rescode.html: what SQLite says of itself where it is as busy, or is interrupted. */
const SQLITE_BUSY = 5
const SQLITE_INTERRUPT = 9

const failure = (errcode: number, message: string): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })

/** No process got free in time. */
export const busy = (): Error => failure(SQLITE_BUSY, 'Too many long reads are under way')

/** Ended before it had a result. */
export const stopped = (why: string): Error => failure(SQLITE_INTERRUPT, why)
