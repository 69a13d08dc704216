import { plain } from '../../core/values.ts'
import { type Monitoring, read, alert, type AlertCheck, type Severity } from '../monitoring.ts'
import { textOrNull, instantOrNull, number, text } from '../rows.ts'
import { MOST_SESSIONS, MOST_STATEMENTS, readRow, type SessionMonitoring } from '../sessions.ts'

/** ALERT_RATING: 1 information, 2 low, 3 medium, 4 high, 5 error */
const SEVERITY_OF: Record<number, Severity> = { 1: 'info', 2: 'low', 3: 'medium', 4: 'high', 5: 'critical' }

/** The alerts of HANA's statistics server. Not exercised on a live system. */
const alerts: readonly AlertCheck[] = [
  {
    id: 'statistics-server',
    source: 'engine',
    statement:
      plain(`SELECT ALERT_ID AS "id", ALERT_TIMESTAMP AS "time", ALERT_RATING AS "rating", ALERT_NAME AS "name",
      ALERT_DESCRIPTION AS "description", ALERT_DETAILS AS "details", ALERT_USERACTION AS "action"
      FROM _SYS_STATISTICS.STATISTICS_CURRENT_ALERTS ORDER BY ALERT_RATING DESC, ALERT_ID`),
    read: (rows) =>
      rows.map((row) =>
        alert({
          code: `ALERT_${text(row, 'id')}`,
          severity: SEVERITY_OF[number(row, 'rating')] ?? 'info',
          name: textOrNull(row, 'name') ?? `Alert ${text(row, 'id')}`,
          description: textOrNull(row, 'description') ?? '',
          details: textOrNull(row, 'details'),
          timestamp: instantOrNull(row, 'time'),
          userAction: textOrNull(row, 'action'),
        }),
      ),
  },
]

/** https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/monitoring-views. Not exercised on a live system. */

const STATES: Readonly<Record<string, string>> = { RUNNING: 'active', IDLE: 'idle', QUEUEING: 'queueing' }

export const sessions: SessionMonitoring = {
  supported: true,
  // Connections that have ended are listed with negative numbers
  sessions: {
    name: 'M_CONNECTIONS',
    statement: plain(`
      SELECT c.CONNECTION_ID AS "number", c.START_TIME AS "startedAt", c.USER_NAME AS "user", c.CLIENT_APPLICATION AS "application",
             c.CLIENT_HOST AS "client", c.CONNECTION_STATUS AS "status", t.TRANSACTION_STATUS AS "transaction",
             t.START_TIME AS "transactionStartedAt", s.LAST_EXECUTED_TIME AS "statementStartedAt", s.STATEMENT_STRING AS "statement",
             CASE WHEN c.USER_NAME = CURRENT_USER AND c.CLIENT_IP = o.CLIENT_IP THEN 'TRUE' ELSE 'FALSE' END AS "isOwn"
        FROM SYS.M_CONNECTIONS AS c
        LEFT JOIN SYS.M_CONNECTIONS AS o ON o.CONNECTION_ID = CURRENT_CONNECTION
        LEFT JOIN SYS.M_TRANSACTIONS AS t ON t.HOST = c.HOST AND t.PORT = c.PORT AND t.CONNECTION_ID = c.CONNECTION_ID
              AND t.TRANSACTION_ID = c.TRANSACTION_ID
        LEFT JOIN SYS.M_ACTIVE_STATEMENTS AS s ON s.HOST = c.HOST AND s.PORT = c.PORT AND s.CONNECTION_ID = c.CONNECTION_ID
              AND s.STATEMENT_ID = c.CURRENT_STATEMENT_ID
       WHERE c.CONNECTION_ID > 0 AND c.CONNECTION_ID <> CURRENT_CONNECTION AND c.CONNECTION_STATUS <> ''
       ORDER BY c.CONNECTION_STATUS DESC, c.START_TIME, c.CONNECTION_ID LIMIT ${MOST_SESSIONS}`),
    item: (row) => {
      const status = text(row, 'status')
      const isOpen = row['transaction'] === 'ACTIVE'
      const session = readRow.session(row)
      return {
        ...session,
        mark: textOrNull(row, 'startedAt')?.replaceAll(/\D/g, '') ?? null,
        state: status === 'IDLE' && isOpen ? 'idle in transaction' : (STATES[status] ?? status.toLowerCase()),
        transactionStartedAt: isOpen ? session.transactionStartedAt : null,
      }
    },
  },
  waits: {
    name: 'M_BLOCKED_TRANSACTIONS',
    statement: plain(`
      SELECT BLOCKED_CONNECTION_ID AS "waiting", LOCK_OWNER_CONNECTION_ID AS "blocker", LOCK_TYPE AS "type", LOCK_MODE AS "mode",
             WAITING_SCHEMA_NAME AS "schema", WAITING_OBJECT_NAME AS "object"
        FROM SYS.M_BLOCKED_TRANSACTIONS ORDER BY BLOCKED_TIME LIMIT ${MOST_SESSIONS}`),
    item: (row) => {
      const object = [textOrNull(row, 'schema'), textOrNull(row, 'object')].filter(Boolean).join('.')
      const lock = [textOrNull(row, 'type'), textOrNull(row, 'mode')].filter(Boolean).join(' ')
      return {
        waiting: number(row, 'waiting'),
        blockers: [number(row, 'blocker')],
        lock: object === '' ? lock : `${lock}: ${object}`,
      }
    },
  },
  // Filled while the trace of expensive statements is on
  slowStatements: {
    name: 'M_EXPENSIVE_STATEMENTS',
    statement: plain(`
      SELECT STATEMENT_STRING AS "statement", DB_USER AS "user", START_TIME AS "startedAt", 1 AS "calls", DURATION_MICROSEC AS "microseconds",
             RECORDS AS "rows" FROM SYS.M_EXPENSIVE_STATEMENTS ORDER BY DURATION_MICROSEC DESC LIMIT ${MOST_STATEMENTS}`),
    item: (row) => {
      const milliseconds = number(row, 'microseconds') / 1_000
      return { ...readRow.slowStatement(row), totalMs: milliseconds, maxMs: milliseconds }
    },
  },
  // The statement knows numbers only, which HANA gives in turn: one is not used again between two statements of ours.
  end: {
    by: 'write',
    statement: (number) => plain(`ALTER SYSTEM DISCONNECT SESSION '${number}'`),
  },
}

/** https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/system-views. Not exercised on a live system. */
export const monitoring: Monitoring = {
  alerts,
  sessions,
  replication: {
    supported: true,
    role: {
      name: 'M_INIFILE_CONTENTS',
      statement: plain(`SELECT MAX(VALUE) AS "mode" FROM SYS.M_INIFILE_CONTENTS
        WHERE FILE_NAME = 'global.ini' AND SECTION = 'system_replication' AND KEY = 'actual_mode'`),
      item: (row) => {
        const mode = textOrNull(row, 'mode') ?? 'none'
        return mode === 'none' ? 'standalone' : mode === 'primary' ? 'primary' : 'standby'
      },
    },
    replicas: [
      {
        name: 'M_SERVICE_REPLICATION',
        statement:
          plain(`SELECT SECONDARY_SITE_NAME AS "name", SECONDARY_HOST AS "host", SECONDARY_PORT AS "port", REPLICATION_MODE AS "mode",
          REPLICATION_STATUS AS "status", REPLICATION_STATUS_DETAILS AS "syncState", SHIPPED_LOG_POSITION AS "sentPosition",
          REPLAYED_LOG_POSITION AS "replayPosition", BACKLOG_SIZE AS "lagBytes", BACKLOG_TIME / 1000000 AS "lagSeconds",
          SHIPPED_LOG_POSITION_TIME AS "lastContact" FROM SYS.M_SERVICE_REPLICATION ORDER BY SECONDARY_HOST, SECONDARY_PORT`),
        item: read.replica,
      },
    ],
    slots: [],
    subscriptions: [],
  },
  tasks: {
    supported: true,
    sources: [
      {
        name: '_SYS_TASK.TASK_EXECUTIONS',
        statement:
          plain(`SELECT SCHEMA_NAME AS "schema", TASK_NAME AS "name", 'task' AS "type", STATUS AS "status", START_TIME AS "lastStart",
          END_TIME AS "lastEnd", TOTAL_PROGRESS_PERCENT AS "progressPercent", PROCESSED_RECORDS AS "processedRecords"
          FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY SCHEMA_NAME, TASK_NAME ORDER BY START_TIME DESC) AS RUN FROM _SYS_TASK.TASK_EXECUTIONS)
          WHERE RUN = 1 ORDER BY SCHEMA_NAME, TASK_NAME`),
        item: read.task,
      },
      {
        name: 'M_REMOTE_SUBSCRIPTIONS',
        statement:
          plain(`SELECT s.SCHEMA_NAME AS "schema", s.SUBSCRIPTION_NAME AS "name", 'subscription' AS "type", s.STATE AS "status",
          e.ERROR_MESSAGE AS "lastError"
          FROM SYS.M_REMOTE_SUBSCRIPTIONS AS s
          LEFT JOIN SYS.REMOTE_SUBSCRIPTION_EXCEPTIONS AS e ON e.OBJECT_SCHEMA_NAME = s.SCHEMA_NAME AND e.OBJECT_NAME = s.SUBSCRIPTION_NAME
          ORDER BY s.SCHEMA_NAME, s.SUBSCRIPTION_NAME`),
        item: read.task,
      },
      {
        name: 'M_SCHEDULER_JOBS',
        statement:
          plain(`SELECT j.SCHEMA_NAME AS "schema", j.SCHEDULER_JOB_NAME AS "name", 'job' AS "type", j.IS_ENABLED AS "enabled",
          m.STATUS AS "status", m.START_TIME AS "lastStart", m.END_TIME AS "lastEnd", m.ERROR_MESSAGE AS "lastError"
          FROM SYS.SCHEDULER_JOBS AS j
          LEFT JOIN (SELECT *, ROW_NUMBER() OVER (PARTITION BY SCHEMA_NAME, SCHEDULER_JOB_NAME ORDER BY START_TIME DESC) AS RUN
                       FROM SYS.M_SCHEDULER_JOBS) AS m
            ON m.SCHEMA_NAME = j.SCHEMA_NAME AND m.SCHEDULER_JOB_NAME = j.SCHEDULER_JOB_NAME AND m.RUN = 1
          ORDER BY j.SCHEMA_NAME, j.SCHEDULER_JOB_NAME`),
        item: read.task,
      },
    ],
  },
  services: {
    name: 'M_SERVICES',
    statement: plain(`SELECT SERVICE_NAME AS "name", HOST AS "host", PORT AS "port",
      CASE ACTIVE_STATUS WHEN 'YES' THEN 'running' WHEN 'NO' THEN 'stopped' ELSE 'unknown' END AS "status"
      FROM SYS.M_SERVICES ORDER BY HOST, PORT`),
    item: read.service,
  },
}
