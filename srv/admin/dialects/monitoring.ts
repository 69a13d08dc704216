/** What an engine tells of its own health and of work that goes on inside it. */
import type { Statement } from '../core/values.ts'
import type { Row } from '../database/session.ts'
import type { SessionMonitoring } from './sessions.ts'
import type { Source } from './source.ts'

export type { Source } from './source.ts'

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
  /** When it arose, where the engine knows. */
  readonly timestamp: string | null
  readonly userAction: string | null
}

/** An alert with null for all that is not given. */
export const alert = (given: Pick<Alert, 'code' | 'severity' | 'name' | 'description'> & Partial<Alert>): Alert => ({
  details: null,
  object: null,
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

/** A concept that the engine does not have. */
export interface Unsupported {
  readonly supported: false
  readonly reason: string
}

export interface Replica {
  readonly name: string | null
  readonly host: string | null
  readonly port: number | null
  readonly mode: string | null
  readonly status: string | null
  readonly syncState: string | null
  readonly sentPosition: string | null
  readonly replayPosition: string | null
  readonly lagBytes: number | null
  readonly lagSeconds: number | null
  readonly lastContact: string | null
}

export interface ReplicationSlot {
  readonly name: string
  readonly type: string
  readonly plugin: string | null
  readonly database: string | null
  readonly active: boolean
  readonly retainedBytes: number | null
  readonly walStatus: string | null
}

export interface ReplicationSubscription {
  readonly name: string
  readonly enabled: boolean
  readonly status: string
  readonly receivedPosition: string | null
  readonly lastContact: string | null
}

export interface Replication {
  readonly supported: true
  /** One row: whether this system takes changes from another one. */
  readonly role: Source<'primary' | 'standby' | 'standalone'>
  /** The systems that changes are sent to and, on a standby, the one they come from. */
  readonly replicas: readonly Source<Replica>[]
  readonly slots: readonly Source<ReplicationSlot>[]
  readonly subscriptions: readonly Source<ReplicationSubscription>[]
}

export interface DataIntegrationTask {
  readonly name: string
  readonly schema: string | null
  readonly type: 'task' | 'subscription' | 'job'
  readonly status: string | null
  readonly enabled: boolean | null
  readonly lastStart: string | null
  readonly lastEnd: string | null
  readonly progressPercent: number | null
  readonly processedRecords: number | null
  readonly lastError: string | null
}

export interface DatabaseService {
  readonly name: string
  readonly status: 'running' | 'stopped' | 'unknown'
  readonly host: string | null
  readonly port: number | null
}

export interface Monitoring {
  readonly alerts: readonly AlertCheck[]
  readonly replication: Replication | Unsupported
  readonly sessions: SessionMonitoring | Unsupported
  readonly tasks: { readonly supported: true; readonly sources: readonly Source<DataIntegrationTask>[] } | Unsupported
  /** Services that the database runs; null when it is one process, or part of ours. */
  readonly services: Source<DatabaseService> | null
}
