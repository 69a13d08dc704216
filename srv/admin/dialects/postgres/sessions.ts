import { plain } from '../../core/values.ts'
import { list, number, text, textOrNull } from '../rows.ts'
import { MOST_SESSIONS, MOST_STATEMENTS, read, type SessionMonitoring } from '../sessions.ts'
import { isoTimestamp } from './values.ts'

const MARK = `(extract(epoch FROM a.backend_start) * 1000000)::bigint`
/** What the server says where the text of a statement is not for the database user. */
const HIDDEN = `'<insufficient privilege>'`

export const sessions: SessionMonitoring = {
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
    item: read.session,
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
    item: read.slowStatement,
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
