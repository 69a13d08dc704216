import { plain, type Statement } from '../../core/values.ts'
import { type DataIntegrationTask, type Monitoring, read, type Replication, type Source } from '../monitoring.ts'
import { flag, list, number, text, textOrNull } from '../rows.ts'
import { alerts } from './alerts.ts'
import { isoTimestamp } from './values.ts'
import { MOST_SESSIONS, MOST_STATEMENTS, readRow, type SessionMonitoring } from '../sessions.ts'

/** The end of the log here: written on a primary, received on a standby. */
const LOG_END = `CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn() ELSE pg_current_wal_lsn() END`

const subscriptions: Statement = plain(`
  SELECT s.subname AS name, 'subscription' AS type, s.subenabled AS enabled, w.received_lsn AS "receivedPosition",
         CASE WHEN w.pid IS NOT NULL THEN 'running' WHEN s.subenabled THEN 'stopped' ELSE 'disabled' END AS status,
         ${isoTimestamp('w.latest_end_time')} AS "lastContact", ${isoTimestamp('w.latest_end_time')} AS "lastEnd"
    FROM pg_subscription s LEFT JOIN pg_stat_subscription w ON w.subid = s.oid AND w.relid IS NULL
   WHERE s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
   ORDER BY s.subname COLLATE "C"`)

const replication: Replication = {
  supported: true,
  role: {
    name: 'pg_is_in_recovery',
    statement: plain('SELECT pg_is_in_recovery() AS standby'),
    item: (row) => (flag(row, 'standby') ? 'standby' : 'primary'),
  },
  replicas: [
    // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-REPLICATION-VIEW
    {
      name: 'pg_stat_replication',
      probe: {
        statement: plain(`SELECT 1 WHERE pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')`),
        otherwise: 'denied',
      },
      statement: plain(`
        SELECT r.application_name AS name, coalesce(r.client_hostname, host(r.client_addr)) AS host, r.client_port AS port,
               coalesce(s.slot_type, 'physical') AS mode, r.state AS status, r.sync_state AS "syncState",
               r.sent_lsn AS "sentPosition", r.replay_lsn AS "replayPosition", ${isoTimestamp('r.reply_time')} AS "lastContact",
               pg_wal_lsn_diff(${LOG_END}, r.replay_lsn)::bigint AS "lagBytes", extract(epoch FROM r.replay_lag)::float8 AS "lagSeconds"
          FROM pg_stat_replication r LEFT JOIN pg_replication_slots s ON s.active_pid = r.pid
         ORDER BY r.application_name, r.pid`),
      item: read.replica,
    },
    // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-WAL-RECEIVER-VIEW
    {
      name: 'pg_stat_wal_receiver',
      statement: plain(`
        SELECT slot_name AS name, sender_host AS host, sender_port AS port, 'upstream' AS mode, status,
               latest_end_lsn AS "sentPosition", flushed_lsn AS "replayPosition",
               pg_wal_lsn_diff(latest_end_lsn, pg_last_wal_replay_lsn())::bigint AS "lagBytes",
               ${isoTimestamp('last_msg_receipt_time')} AS "lastContact"
          FROM pg_stat_wal_receiver WHERE status IS NOT NULL`),
      item: read.replica,
    },
  ],
  slots: [
    // https://www.postgresql.org/docs/current/view-pg-replication-slots.html
    {
      name: 'pg_replication_slots',
      statement: plain(`
        SELECT slot_name AS name, slot_type AS type, plugin, database, active, wal_status AS "walStatus",
               pg_wal_lsn_diff(${LOG_END}, restart_lsn)::bigint AS "retainedBytes"
          FROM pg_replication_slots ORDER BY slot_name COLLATE "C"`),
      item: read.slot,
    },
  ],
  subscriptions: [
    // https://www.postgresql.org/docs/current/catalog-pg-subscription.html
    {
      name: 'pg_stat_subscription',
      statement: subscriptions,
      item: read.subscription,
    },
  ],
}

const tasks: readonly Source<DataIntegrationTask>[] = [
  {
    name: 'pg_subscription',
    statement: subscriptions,
    item: read.task,
  },
  // https://github.com/citusdata/pg_cron#viewing-job-run-details
  {
    name: 'cron.job',
    probe: { statement: plain(`SELECT 1 WHERE to_regclass('cron.job') IS NOT NULL`), otherwise: 'missing' },
    statement: plain(`
      SELECT coalesce(j.jobname, 'job ' || j.jobid) AS name, 'job' AS type, j.active AS enabled, r.status,
             ${isoTimestamp('r.start_time')} AS "lastStart", ${isoTimestamp('r.end_time')} AS "lastEnd",
             CASE r.status WHEN 'failed' THEN r.return_message END AS "lastError"
        FROM cron.job j
        LEFT JOIN LATERAL (SELECT * FROM cron.job_run_details d WHERE d.jobid = j.jobid ORDER BY d.runid DESC LIMIT 1) r ON true
       ORDER BY j.jobid`),
    item: read.task,
  },
]

const MARK = `(extract(epoch FROM a.backend_start) * 1000000)::bigint`
/** What the server says where the text of a statement is not for the database user. */
const HIDDEN = `'<insufficient privilege>'`

const sessions: SessionMonitoring = {
  supported: true,
  // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-ACTIVITY-VIEW
  sessions: {
    name: 'pg_stat_activity',
    statement: plain(`
      SELECT a.pid AS number, ${MARK} AS mark, coalesce(a.usename, a.backend_type) AS "user",
             nullif(a.application_name, '') AS application, host(a.client_addr) AS client, a.state,
             ${isoTimestamp('a.backend_start')} AS "startedAt", ${isoTimestamp('a.xact_start')} AS "transactionStartedAt",
             ${isoTimestamp('a.query_start')} AS "statementStartedAt", nullif(nullif(a.query, ${HIDDEN}), '') AS statement,
             CASE WHEN a.state = 'active' THEN a.wait_event_type || ': ' || a.wait_event END AS "waitsFor",
             coalesce(a.usename = session_user AND a.client_addr IS NOT DISTINCT FROM inet_client_addr(), false) AS "isOwn"
        FROM pg_stat_activity a
       WHERE a.datname = current_database() AND a.leader_pid IS NULL AND a.pid <> pg_backend_pid()
       ORDER BY coalesce(a.state, '') = 'idle', a.xact_start, a.backend_start, a.pid LIMIT ${MOST_SESSIONS}`),
    item: readRow.session,
  },
  // https://www.postgresql.org/docs/current/functions-info.html, pg_blocking_pids; asked only of those that wait
  waits: {
    name: 'pg_locks',
    statement: plain(`
      SELECT l.pid AS waiting, array_to_json(pg_blocking_pids(l.pid)) AS blockers, l.mode, l.locktype AS type,
             CASE WHEN l.database = d.oid THEN l.relation::regclass::text END AS object
        FROM pg_locks l JOIN pg_database d ON d.datname = current_database()
       WHERE NOT l.granted ORDER BY l.pid LIMIT ${MOST_SESSIONS}`),
    item: (row) => ({
      waiting: number(row, 'waiting'),
      blockers: list(row, 'blockers').map(Number),
      lock: `${text(row, 'mode')}: ${textOrNull(row, 'object') ?? text(row, 'type')}`,
    }),
  },
  // https://www.postgresql.org/docs/current/pgstatstatements.html
  slowStatements: {
    name: 'pg_stat_statements',
    probe: {
      // Its settings are there once the server has loaded it at its start; without that its view fails.
      statement: plain(`SELECT 1 WHERE to_regclass('pg_stat_statements') IS NOT NULL
                          AND current_setting('pg_stat_statements.max', true) IS NOT NULL`),
      otherwise: 'missing',
      reason:
        'The extension pg_stat_statements is not installed in this database, not in the search path, or not among shared_preload_libraries',
    },
    statement: plain(`
      SELECT nullif(s.query, ${HIDDEN}) AS statement, pg_get_userbyid(s.userid) AS "user", s.calls,
             s.total_exec_time AS "totalMs", s.max_exec_time AS "maxMs", s.rows
        FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database()
       ORDER BY s.total_exec_time DESC LIMIT ${MOST_STATEMENTS}`),
    item: readRow.slowStatement,
  },
  // https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADMIN-SIGNAL: in the statement that looks for it
  end: {
    by: 'read',
    statement: (number, mark) => ({
      sql: `SELECT pg_terminate_backend(a.pid) AS ended FROM pg_stat_activity a
             WHERE a.pid = $1::bigint AND ${MARK} = $2::bigint AND a.datname = current_database() AND a.pid <> pg_backend_pid()`,
      parameters: [number, mark],
    }),
  },
}

export const monitoring: Monitoring = {
  alerts,
  replication,
  sessions,
  tasks: { supported: true, sources: tasks },
  services: null,
}
