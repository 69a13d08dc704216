/** https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/monitoring-views. Not exercised on a live system. */
import { plain } from '../../core/values.ts'
import { number, text, textOrNull } from '../rows.ts'
import { MOST_SESSIONS, MOST_STATEMENTS, read, type SessionMonitoring } from '../sessions.ts'

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
      const session = read.session(row)
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
      return { ...read.slowStatement(row), totalMs: milliseconds, maxMs: milliseconds }
    },
  },
  // The statement knows numbers only, which HANA gives in turn: one is not used again between two statements of ours.
  end: {
    by: 'write',
    statement: (number) => plain(`ALTER SYSTEM DISCONNECT SESSION '${number}'`),
  },
}
