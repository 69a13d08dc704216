/** PostgreSQL keeps no alerts: they are derived from its statistics. */
import { type AlertCheck, derived } from '../monitoring.ts'
import { isoTimestamp } from './values.ts'

/** Objects that one check lists. */
const LISTED = 20

/** Others see only their own sessions, and would report silence as health. */
const seesAllSessions = {
  statement: { sql: `SELECT 1 WHERE pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')`, parameters: [] },
  otherwise: { status: 'denied', reason: 'The database user lacks the role pg_read_all_stats' },
} as const

const SESSION = `'session ' || pid AS object`
const SESSION_DETAILS = `format('user %s, database %s, application ''%s''', usename, datname, application_name)`
const NAMED = `n.nspname || '.' || c`
const ON_TABLE = `n.nspname AS schema, t.relname AS "table"`

export const alerts: readonly AlertCheck[] = [
  // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-ACTIVITY-VIEW
  derived({
    id: 'connections',
    code: 'CONNECTIONS_NEARLY_EXHAUSTED',
    severity: 'high',
    name: 'Connections nearly exhausted',
    description: 'Most of the connections that the server allows are in use.',
    userAction: 'Close unused connections, use a pooler, or raise max_connections.',
    sql: `SELECT format('%s of %s', used, most) AS details, CASE WHEN used >= 0.95 * most THEN 'critical' END AS severity
            FROM (SELECT count(*) AS used, current_setting('max_connections')::int AS most
                    FROM pg_stat_activity WHERE backend_type = 'client backend') c WHERE used >= 0.8 * most`,
  }),
  derived({
    id: 'idle-in-transaction',
    precondition: seesAllSessions,
    code: 'IDLE_IN_TRANSACTION',
    severity: 'medium',
    name: 'Idle in transaction',
    description: 'A session has kept a transaction open for more than 5 minutes without work.',
    userAction: 'End the transaction, or set idle_in_transaction_session_timeout.',
    sql: `SELECT ${SESSION}, ${SESSION_DETAILS} AS details, ${isoTimestamp('state_change')} AS timestamp FROM pg_stat_activity
           WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '5 minutes'
           ORDER BY state_change LIMIT ${LISTED}`,
  }),
  derived({
    id: 'long-running-queries',
    precondition: seesAllSessions,
    code: 'LONG_RUNNING_QUERY',
    severity: 'medium',
    name: 'Long-running query',
    description: 'A statement has been running for more than 15 minutes.',
    userAction: 'Look at the statement; pg_cancel_backend ends it.',
    sql: `SELECT ${SESSION}, ${SESSION_DETAILS} AS details, ${isoTimestamp('query_start')} AS timestamp FROM pg_stat_activity
           WHERE state = 'active' AND backend_type = 'client backend' AND query_start < now() - interval '15 minutes'
           ORDER BY query_start LIMIT ${LISTED}`,
  }),
  derived({
    id: 'blocked-sessions',
    precondition: seesAllSessions,
    code: 'BLOCKED_SESSION',
    severity: 'high',
    name: 'Blocked session',
    description: 'A session waits for a lock that other sessions hold.',
    userAction: 'End the blocking transactions.',
    sql: `SELECT ${SESSION}, ${isoTimestamp('query_start')} AS timestamp,
                 ${SESSION_DETAILS} || '; blocked by ' || array_to_string(pg_blocking_pids(pid), ', ') AS details
            FROM pg_stat_activity
           WHERE wait_event_type = 'Lock' AND cardinality(pg_blocking_pids(pid)) > 0
           ORDER BY query_start LIMIT ${LISTED}`,
  }),
  // https://www.postgresql.org/docs/current/routine-vacuuming.html#VACUUM-FOR-WRAPAROUND
  derived({
    id: 'transaction-id-age',
    code: 'TRANSACTION_ID_AGE',
    severity: 'high',
    name: 'Old transaction ids',
    description: 'Freezing is behind: the database stops accepting writes before ids wrap around.',
    userAction: 'Run VACUUM (FREEZE) and look for old transactions, slots and prepared transactions.',
    sql: `SELECT datname AS object, format('age %s; autovacuum_freeze_max_age is %s', age, wanted) AS details,
                 CASE WHEN age >= 1200000000 THEN 'critical' END AS severity
            FROM (SELECT datname, age(datfrozenxid) AS age, current_setting('autovacuum_freeze_max_age')::bigint AS wanted
                    FROM pg_database WHERE datallowconn) d
           WHERE age >= 1.2 * wanted ORDER BY age DESC LIMIT ${LISTED}`,
  }),
  // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-ALL-TABLES-VIEW
  derived({
    id: 'dead-rows',
    code: 'DEAD_ROWS',
    severity: 'low',
    name: 'Dead rows',
    description: 'More than a fifth of the rows of a table are dead.',
    userAction: 'Run VACUUM on the table and look why autovacuum did not.',
    sql: `SELECT schemaname || '.' || relname AS object, schemaname AS schema, relname AS "table", format('%s dead, %s live', n_dead_tup, n_live_tup) AS details
            FROM pg_stat_user_tables WHERE n_dead_tup > 10000 AND n_dead_tup > 0.2 * (n_live_tup + n_dead_tup)
           ORDER BY n_dead_tup DESC LIMIT ${LISTED}`,
  }),
  // https://www.postgresql.org/docs/current/catalog-pg-index.html
  derived({
    id: 'invalid-indexes',
    code: 'INVALID_INDEX',
    severity: 'medium',
    name: 'Invalid index',
    description: 'An index that failed to build slows writing down and serves no query.',
    userAction: 'Run REINDEX INDEX CONCURRENTLY, or drop it.',
    sql: `SELECT ${NAMED}.relname AS object, ${ON_TABLE}, 'on table ' || t.relname AS details
            FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE NOT i.indisvalid AND c.relkind = 'i' ORDER BY n.nspname, c.relname LIMIT ${LISTED}`,
  }),
  // https://www.postgresql.org/docs/current/catalog-pg-constraint.html
  derived({
    id: 'unvalidated-constraints',
    code: 'UNVALIDATED_CONSTRAINT',
    severity: 'low',
    name: 'Constraint not validated',
    description: 'Rows from before the constraint may violate it.',
    userAction: 'Run ALTER TABLE … VALIDATE CONSTRAINT.',
    sql: `SELECT ${NAMED}.conname AS object, ${ON_TABLE}, 'on table ' || c.conrelid::regclass::text AS details
            FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace JOIN pg_class t ON t.oid = c.conrelid
           WHERE NOT c.convalidated ORDER BY n.nspname, c.conname LIMIT ${LISTED}`,
  }),
  // https://www.postgresql.org/docs/current/view-pg-replication-slots.html
  derived({
    id: 'inactive-replication-slots',
    code: 'INACTIVE_REPLICATION_SLOT',
    severity: 'high',
    name: 'Inactive replication slot',
    description: 'A slot that nobody reads keeps write-ahead log until the disk is full.',
    userAction: 'Start its reader, or drop it with pg_drop_replication_slot.',
    sql: `SELECT slot_name AS object, format('%s slot, write-ahead log %s', slot_type, coalesce(wal_status, 'unknown')) AS details
            FROM pg_replication_slots WHERE NOT active ORDER BY slot_name LIMIT ${LISTED}`,
  }),
  // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-REPLICATION-VIEW
  derived({
    id: 'replica-lag',
    precondition: seesAllSessions,
    code: 'REPLICA_LAG',
    severity: 'high',
    name: 'Replica behind',
    description: 'A replica is more than 5 minutes behind.',
    userAction: 'Look at the network and at the load of the replica.',
    sql: `SELECT application_name AS object, extract(epoch FROM replay_lag)::bigint || ' s' AS details
            FROM pg_stat_replication WHERE replay_lag > interval '5 minutes' ORDER BY replay_lag DESC LIMIT ${LISTED}`,
  }),
  // https://www.postgresql.org/docs/current/view-pg-prepared-xacts.html
  derived({
    id: 'prepared-transactions',
    code: 'OLD_PREPARED_TRANSACTION',
    severity: 'high',
    name: 'Old prepared transaction',
    description: 'A prepared transaction has waited for more than an hour: it holds locks and stops vacuuming.',
    userAction: 'Run COMMIT PREPARED or ROLLBACK PREPARED.',
    sql: `SELECT gid AS object, format('owner %s, database %s', owner, database) AS details, ${isoTimestamp('prepared')} AS timestamp
            FROM pg_prepared_xacts WHERE prepared < now() - interval '1 hour' ORDER BY prepared LIMIT ${LISTED}`,
  }),
]
