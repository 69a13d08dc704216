import type { Statement } from '../core/values.ts'
import { all, flag, instantOrNull, number, numberOrNull, rowReader, textOrNull } from './rows.ts'
import type { Source } from './structure.ts'

/** How rows about sessions are read, on every engine alike; null for what the engine keeps to itself. */
export const readRow = {
  /** A connection to the database. */
  session: rowReader({
    /** What the engine calls it by; another session may have it later. */
    number,
    /** Digits of when it began: with the number, those of no other session. Null when the engine hides them. */
    mark: textOrNull,
    ...all(textOrNull, 'user', 'application', 'client'),
    /** Such as `active`, `idle`, `idle in transaction`. */
    state: textOrNull,
    ...all(instantOrNull, 'startedAt', 'transactionStartedAt'),
    /** Of the running statement, or of the last one. */
    statementStartedAt: instantOrNull,
    statement: textOrNull,
    /** What it waits for, other than sessions. */
    waitsFor: textOrNull,
    /** Of this server, or of another program on its machine that signs in as the same user. */
    isOwn: flag,
  }),
  /** A statement that took long: one run, or all runs of it since the engine began to count. */
  slowStatement: rowReader({
    ...all(textOrNull, 'statement', 'user'),
    ...all(number, 'calls', 'totalMs', 'maxMs'),
    rows: numberOrNull,
    /** Of one run; null for several. */
    startedAt: instantOrNull,
  }),
}

export type DatabaseSession = ReturnType<typeof readRow.session>

/** That a session waits until others give a lock back, or stop waiting for it themselves. */
export interface SessionWait {
  readonly waiting: number
  readonly blockers: readonly number[]
  /** The lock, and the object that it is on. */
  readonly lock: string
}

export interface SessionMonitoring {
  readonly supported: true
  /** Without the one that asks. */
  readonly sessions: Source<DatabaseSession>
  readonly waits: Source<SessionWait>
  readonly slowStatements: Source<ReturnType<typeof readRow.slowStatement>>
  /** Ends one session, whose number and mark were read just before. A read answers with a row of `ended` when it was there. */
  readonly end: { readonly by: 'read' | 'write'; statement(number: number, mark: string): Statement }
}

/** Sessions, and slow statements, that are told at most. */
export const MOST_SESSIONS = 1_000
export const MOST_STATEMENTS = 50
