import type { Statement } from '../core/values.ts'
import type { Source } from './source.ts'

/** A connection to the database, as the engine tells of it; null for what it keeps to itself. */
export interface DatabaseSession {
  /** What the engine calls it by; another session may have it later. */
  readonly number: number
  /** Digits of when it began: with the number, those of no other session. Null when the engine hides them. */
  readonly mark: string | null
  readonly user: string | null
  readonly application: string | null
  readonly client: string | null
  /** Such as `active`, `idle`, `idle in transaction`. */
  readonly state: string | null
  readonly startedAt: string | null
  readonly transactionStartedAt: string | null
  /** Of the running statement, or of the last one. */
  readonly statementStartedAt: string | null
  readonly statement: string | null
  /** What it waits for, other than sessions. */
  readonly waitsFor: string | null
  /** Of this server, or of another program on its machine that signs in as the same user. */
  readonly isOwn: boolean
}

/** That a session waits until others give a lock back, or stop waiting for it themselves. */
export interface SessionWait {
  readonly waiting: number
  readonly blockers: readonly number[]
  /** The lock, and the object that it is on. */
  readonly lock: string
}

/** A statement that took long: one run, or all runs of it since the engine began to count. */
export interface SlowStatement {
  readonly statement: string | null
  readonly user: string | null
  readonly calls: number
  readonly totalMs: number
  readonly maxMs: number
  readonly rows: number | null
  /** Of one run; null for several. */
  readonly startedAt: string | null
}

export interface SessionMonitoring {
  readonly supported: true
  /** Without the one that asks. */
  readonly sessions: Source<DatabaseSession>
  readonly waits: Source<SessionWait>
  readonly slowStatements: Source<SlowStatement>
  /** Ends one session, whose number and mark were read just before. A read answers with a row of `ended` when it was there. */
  readonly end: { readonly by: 'read' | 'write'; statement(number: number, mark: string): Statement }
}

/** Sessions, and slow statements, that are told at most. */
export const MOST_SESSIONS = 1_000
export const MOST_STATEMENTS = 50
