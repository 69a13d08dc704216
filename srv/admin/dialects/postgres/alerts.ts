/** PostgreSQL keeps no alerts: they are derived from its statistics. Over 200 lines, as each check stands for itself. */
import type { Statement } from '../../core/values.ts'
import type { Row } from '../../database/session.ts'
import { alert } from '../monitoring.ts'
import type { Alert, AlertCheck } from '../monitoring.ts'
import { instantOrNull, number, text, textOrNull } from '../rows.ts'
import { isoTimestamp } from './values.ts'

/** Objects that one check lists. */
const LISTED = 20

const query = (sql: string): Statement => ({ sql, parameters: [] })

/** Others see only their own sessions, and would report silence as health. */
const seesAllSessions = {
  statement: query(`SELECT 1 WHERE pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')`),
  otherwise: { status: 'denied', reason: 'The database user lacks the role pg_read_all_stats' },
} as const

const each =
  (find: (row: Row) => Alert | null) =>
  (rows: readonly Row[]): Alert[] =>
    rows.map(find).filter((found) => found !== null)

const session = (row: Row): string => `session ${text(row, 'pid')}`
const sessionDetails = (row: Row): string =>
  `user ${text(row, 'user')}, database ${text(row, 'database')}, application '${textOrNull(row, 'application') ?? ''}'`
const SESSION = `pid, usename AS "user", datname AS database, application_name AS application`

export const alerts: readonly AlertCheck[] = [
  // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-ACTIVITY-VIEW
  {
    id: 'connections',
    source: 'derived',
    statement: query(`SELECT count(*) AS used, current_setting('max_connections')::int AS most
                        FROM pg_stat_activity WHERE backend_type = 'client backend'`),
    read: each((row) => {
      const share = number(row, 'used') / number(row, 'most')
      if (share < 0.8) return null
      return alert({
        code: 'CONNECTIONS_NEARLY_EXHAUSTED',
        severity: share < 0.95 ? 'high' : 'critical',
        name: 'Connections nearly exhausted',
        description: 'Most of the connections that the server allows are in use.',
        details: `${text(row, 'used')} of ${text(row, 'most')}`,
        userAction: 'Close unused connections, use a pooler, or raise max_connections.',
      })
    }),
  },
  {
    id: 'idle-in-transaction',
    source: 'derived',
    precondition: seesAllSessions,
    statement: query(`SELECT ${SESSION}, ${isoTimestamp('state_change')} AS since FROM pg_stat_activity
                       WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '5 minutes'
                       ORDER BY state_change LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'IDLE_IN_TRANSACTION',
        severity: 'medium',
        name: 'Idle in transaction',
        description: 'A session has kept a transaction open for more than 5 minutes without work.',
        details: sessionDetails(row),
        object: session(row),
        timestamp: instantOrNull(row, 'since'),
        userAction: 'End the transaction, or set idle_in_transaction_session_timeout.',
      }),
    ),
  },
  {
    id: 'long-running-queries',
    source: 'derived',
    precondition: seesAllSessions,
    statement: query(`SELECT ${SESSION}, ${isoTimestamp('query_start')} AS since FROM pg_stat_activity
                       WHERE state = 'active' AND backend_type = 'client backend' AND query_start < now() - interval '15 minutes'
                       ORDER BY query_start LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'LONG_RUNNING_QUERY',
        severity: 'medium',
        name: 'Long-running query',
        description: 'A statement has been running for more than 15 minutes.',
        details: sessionDetails(row),
        object: session(row),
        timestamp: instantOrNull(row, 'since'),
        userAction: 'Look at the statement; pg_cancel_backend ends it.',
      }),
    ),
  },
  {
    id: 'blocked-sessions',
    source: 'derived',
    precondition: seesAllSessions,
    statement: query(`SELECT ${SESSION}, ${isoTimestamp('query_start')} AS since,
                             array_to_string(pg_blocking_pids(pid), ', ') AS blockers
                        FROM pg_stat_activity
                       WHERE wait_event_type = 'Lock' AND cardinality(pg_blocking_pids(pid)) > 0
                       ORDER BY query_start LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'BLOCKED_SESSION',
        severity: 'high',
        name: 'Blocked session',
        description: 'A session waits for a lock that other sessions hold.',
        details: `${sessionDetails(row)}; blocked by ${text(row, 'blockers')}`,
        object: session(row),
        timestamp: instantOrNull(row, 'since'),
        userAction: 'End the blocking transactions.',
      }),
    ),
  },
  // https://www.postgresql.org/docs/current/routine-vacuuming.html#VACUUM-FOR-WRAPAROUND
  {
    id: 'transaction-id-age',
    source: 'derived',
    statement: query(`SELECT datname AS database, age(datfrozenxid) AS age,
                             current_setting('autovacuum_freeze_max_age')::bigint AS wanted
                        FROM pg_database WHERE datallowconn ORDER BY 2 DESC LIMIT ${String(LISTED)}`),
    read: each((row) => {
      const age = number(row, 'age')
      if (age < 1.2 * number(row, 'wanted')) return null
      return alert({
        code: 'TRANSACTION_ID_AGE',
        severity: age < 1_200_000_000 ? 'high' : 'critical',
        name: 'Old transaction ids',
        description: 'Freezing is behind: the database stops accepting writes before ids wrap around.',
        details: `age ${text(row, 'age')}; autovacuum_freeze_max_age is ${text(row, 'wanted')}`,
        object: text(row, 'database'),
        userAction: 'Run VACUUM (FREEZE) and look for old transactions, slots and prepared transactions.',
      })
    }),
  },
  // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-ALL-TABLES-VIEW
  {
    id: 'dead-rows',
    source: 'derived',
    statement: query(`SELECT schemaname AS schema, relname AS name, n_dead_tup AS dead, n_live_tup AS live
                        FROM pg_stat_user_tables WHERE n_dead_tup > 10000 AND n_dead_tup > 0.2 * (n_live_tup + n_dead_tup)
                       ORDER BY n_dead_tup DESC LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'DEAD_ROWS',
        severity: 'low',
        name: 'Dead rows',
        description: 'More than a fifth of the rows of a table are dead.',
        details: `${text(row, 'dead')} dead, ${text(row, 'live')} live`,
        object: `${text(row, 'schema')}.${text(row, 'name')}`,
        userAction: 'Run VACUUM on the table and look why autovacuum did not.',
      }),
    ),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-index.html
  {
    id: 'invalid-indexes',
    source: 'derived',
    statement: query(`SELECT n.nspname AS schema, c.relname AS name, t.relname AS "table"
                        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
                        JOIN pg_namespace n ON n.oid = c.relnamespace
                       WHERE NOT i.indisvalid AND c.relkind = 'i' ORDER BY 1, 2 LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'INVALID_INDEX',
        severity: 'medium',
        name: 'Invalid index',
        description: 'An index that failed to build slows writing down and serves no query.',
        details: `on table ${text(row, 'table')}`,
        object: `${text(row, 'schema')}.${text(row, 'name')}`,
        userAction: 'Run REINDEX INDEX CONCURRENTLY, or drop it.',
      }),
    ),
  },
  // https://www.postgresql.org/docs/current/catalog-pg-constraint.html
  {
    id: 'unvalidated-constraints',
    source: 'derived',
    statement: query(`SELECT n.nspname AS schema, c.conname AS name, c.conrelid::regclass::text AS "table"
                        FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
                       WHERE NOT c.convalidated AND c.conrelid <> 0 ORDER BY 1, 2 LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'UNVALIDATED_CONSTRAINT',
        severity: 'low',
        name: 'Constraint not validated',
        description: 'Rows from before the constraint may violate it.',
        details: `on table ${text(row, 'table')}`,
        object: `${text(row, 'schema')}.${text(row, 'name')}`,
        userAction: 'Run ALTER TABLE … VALIDATE CONSTRAINT.',
      }),
    ),
  },
  // https://www.postgresql.org/docs/current/view-pg-replication-slots.html
  {
    id: 'inactive-replication-slots',
    source: 'derived',
    statement: query(`SELECT slot_name AS name, slot_type AS type, wal_status FROM pg_replication_slots
                       WHERE NOT active ORDER BY 1 LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'INACTIVE_REPLICATION_SLOT',
        severity: 'high',
        name: 'Inactive replication slot',
        description: 'A slot that nobody reads keeps write-ahead log until the disk is full.',
        details: `${text(row, 'type')} slot, write-ahead log ${textOrNull(row, 'wal_status') ?? 'unknown'}`,
        object: text(row, 'name'),
        userAction: 'Start its reader, or drop it with pg_drop_replication_slot.',
      }),
    ),
  },
  // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-REPLICATION-VIEW
  {
    id: 'replica-lag',
    source: 'derived',
    precondition: seesAllSessions,
    statement: query(`SELECT application_name AS name, extract(epoch FROM replay_lag)::bigint AS seconds
                        FROM pg_stat_replication WHERE replay_lag > interval '5 minutes' ORDER BY 2 DESC LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'REPLICA_LAG',
        severity: 'high',
        name: 'Replica behind',
        description: 'A replica is more than 5 minutes behind.',
        details: `${text(row, 'seconds')} s`,
        object: text(row, 'name'),
        userAction: 'Look at the network and at the load of the replica.',
      }),
    ),
  },
  // https://www.postgresql.org/docs/current/view-pg-prepared-xacts.html
  {
    id: 'prepared-transactions',
    source: 'derived',
    statement: query(`SELECT gid AS name, owner, database, ${isoTimestamp('prepared')} AS since FROM pg_prepared_xacts
                       WHERE prepared < now() - interval '1 hour' ORDER BY prepared LIMIT ${String(LISTED)}`),
    read: each((row) =>
      alert({
        code: 'OLD_PREPARED_TRANSACTION',
        severity: 'high',
        name: 'Old prepared transaction',
        description: 'A prepared transaction has waited for more than an hour: it holds locks and stops vacuuming.',
        details: `owner ${text(row, 'owner')}, database ${text(row, 'database')}`,
        object: text(row, 'name'),
        timestamp: instantOrNull(row, 'since'),
        userAction: 'Run COMMIT PREPARED or ROLLBACK PREPARED.',
      }),
    ),
  },
]
