/** What an engine tells of its own health and of work that goes on inside it. */
import { plain, type Statement } from '../core/values.ts'
import type { Row } from '../database/session.ts'
import { all, flag, flagOrNull, instantOrNull, numberOrNull, type Reader, rowReader, text, textOrNull } from './rows.ts'
import type { SessionMonitoring } from './sessions.ts'
import type { Source } from './structure.ts'

export type { Source } from './structure.ts'

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Something that deserves attention. */
export interface Alert {
  /** Kind of the alert, such as `LONG_RUNNING_QUERY`. */
  readonly code: string
  readonly severity: Severity
  readonly name: string
  readonly description: string
  readonly details: string | null
  /** What it is about: a table, a session, a slot; null for the whole database. */
  readonly object: string | null
  /** The table that it is about, or that its object belongs to; without a schema it is in the current one. */
  readonly schema: string | null
  readonly table: string | null
  /** When it arose, where the engine knows. */
  readonly timestamp: string | null
  readonly userAction: string | null
}

/** An alert with null for all that is not given. */
export const alert = (given: Pick<Alert, 'code' | 'severity' | 'name' | 'description'> & Partial<Alert>): Alert => ({
  details: null,
  object: null,
  schema: null,
  table: null,
  timestamp: null,
  userAction: null,
  ...given,
})

/** One check, asked in a transaction of its own so that a failure stays its own. */
export interface AlertCheck {
  readonly id: string
  /** The engine's own alerts, or derived from its statistics. */
  readonly source: 'engine' | 'derived'
  /** Asked first where the check may cost too much or see too little: without a row it is not made. */
  readonly precondition?: {
    readonly statement: Statement
    readonly otherwise: { readonly status: 'skipped' | 'denied'; readonly reason: string }
  }
  readonly statement: Statement
  readonly read: (rows: readonly Row[]) => readonly Alert[]
}

/**
 * A check whose rows are alerts: each tells `details`, `object`, `schema`, `table` and `timestamp`, as far as there are such,
 * and a severity or description of its own in place of the given ones.
 */
export const derived = ({
  id,
  sql,
  precondition,
  ...given
}: Pick<AlertCheck, 'id' | 'precondition'> & { readonly sql: string } & Pick<
    Alert,
    'code' | 'severity' | 'name' | 'description' | 'userAction'
  >): AlertCheck => ({
  id,
  source: 'derived',
  ...(precondition && { precondition }),
  statement: plain(sql),
  read: (rows) =>
    rows.map((row) => ({
      ...given,
      ...read.alert(row),
      severity: (textOrNull(row, 'severity') as Severity | null) ?? given.severity,
      description: textOrNull(row, 'description') ?? given.description,
    })),
})

/** A concept that the engine does not have. */
export interface Unsupported {
  readonly supported: false
  readonly reason: string
}

/** How rows about alerts, replication and work inside the database are read, on every engine alike. */
export const read = {
  alert: rowReader({ ...all(textOrNull, 'details', 'object', 'schema', 'table'), timestamp: instantOrNull }),
  replica: rowReader({
    ...all(textOrNull, 'name', 'host'),
    port: numberOrNull,
    ...all(textOrNull, 'mode', 'status', 'syncState', 'sentPosition', 'replayPosition'),
    ...all(numberOrNull, 'lagBytes', 'lagSeconds'),
    lastContact: instantOrNull,
  }),
  slot: rowReader({
    ...all(text, 'name', 'type'),
    ...all(textOrNull, 'plugin', 'database'),
    active: flag,
    retainedBytes: numberOrNull,
    walStatus: textOrNull,
  }),
  subscription: rowReader({
    name: text,
    enabled: flag,
    status: text,
    receivedPosition: textOrNull,
    lastContact: instantOrNull,
  }),
  task: rowReader({
    name: text,
    schema: textOrNull,
    type: text as Reader<'task' | 'subscription' | 'job'>,
    status: textOrNull,
    enabled: flagOrNull,
    ...all(instantOrNull, 'lastStart', 'lastEnd'),
    ...all(numberOrNull, 'progressPercent', 'processedRecords'),
    lastError: textOrNull,
  }),
  service: rowReader({
    name: text,
    status: text as Reader<'running' | 'stopped' | 'unknown'>,
    host: textOrNull,
    port: numberOrNull,
  }),
}

export type DataIntegrationTask = ReturnType<typeof read.task>
export type DatabaseService = ReturnType<typeof read.service>

export interface Replication {
  readonly supported: true
  /** One row: whether this system takes changes from another one. */
  readonly role: Source<'primary' | 'standby' | 'standalone'>
  /** The systems that changes are sent to and, on a standby, the one they come from. */
  readonly replicas: readonly Source<ReturnType<typeof read.replica>>[]
  readonly slots: readonly Source<ReturnType<typeof read.slot>>[]
  readonly subscriptions: readonly Source<ReturnType<typeof read.subscription>>[]
}

export interface Monitoring {
  readonly alerts: readonly AlertCheck[]
  readonly replication: Replication | Unsupported
  readonly sessions: SessionMonitoring | Unsupported
  readonly tasks: { readonly supported: true; readonly sources: readonly Source<DataIntegrationTask>[] } | Unsupported
  /** Services that the database runs; null when it is one process, or part of ours. */
  readonly services: Source<DatabaseService> | null
}
