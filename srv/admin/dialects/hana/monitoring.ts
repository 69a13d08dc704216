/** https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/system-views. Not exercised on a live system. */
import type { Statement } from '../../core/values.ts'
import type { DataIntegrationTask, Monitoring } from '../monitoring.ts'
import { flag, instantOrNull, numberOrNull, text, textOrNull } from '../rows.ts'
import { alerts } from './alerts.ts'
import { sessions } from './sessions.ts'

const query = (sql: string): Statement => ({ sql, parameters: [] })

const task = (
  given: Pick<DataIntegrationTask, 'name' | 'schema' | 'type'> & Partial<DataIntegrationTask>,
): DataIntegrationTask => ({
  ...{ status: null, enabled: null, lastStart: null, lastEnd: null },
  ...{ progressPercent: null, processedRecords: null, lastError: null },
  ...given,
})

export const monitoring: Monitoring = {
  alerts,
  sessions,
  replication: {
    supported: true,
    role: {
      name: 'M_INIFILE_CONTENTS',
      statement: query(`SELECT MAX(VALUE) AS "mode" FROM SYS.M_INIFILE_CONTENTS
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
          query(`SELECT SECONDARY_SITE_NAME AS "name", SECONDARY_HOST AS "host", SECONDARY_PORT AS "port", REPLICATION_MODE AS "mode",
          REPLICATION_STATUS AS "status", REPLICATION_STATUS_DETAILS AS "details", SHIPPED_LOG_POSITION AS "sent",
          REPLAYED_LOG_POSITION AS "replayed", BACKLOG_SIZE AS "lag_bytes", BACKLOG_TIME / 1000000 AS "lag_seconds",
          SHIPPED_LOG_POSITION_TIME AS "contact" FROM SYS.M_SERVICE_REPLICATION ORDER BY SECONDARY_HOST, SECONDARY_PORT`),
        item: (row) => ({
          name: textOrNull(row, 'name'),
          host: textOrNull(row, 'host'),
          port: numberOrNull(row, 'port'),
          mode: textOrNull(row, 'mode'),
          status: textOrNull(row, 'status'),
          syncState: textOrNull(row, 'details'),
          sentPosition: textOrNull(row, 'sent'),
          replayPosition: textOrNull(row, 'replayed'),
          lagBytes: numberOrNull(row, 'lag_bytes'),
          lagSeconds: numberOrNull(row, 'lag_seconds'),
          lastContact: instantOrNull(row, 'contact'),
        }),
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
          query(`SELECT SCHEMA_NAME AS "schema", TASK_NAME AS "name", STATUS AS "status", START_TIME AS "started", END_TIME AS "ended",
          TOTAL_PROGRESS_PERCENT AS "progress", PROCESSED_RECORDS AS "records"
          FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY SCHEMA_NAME, TASK_NAME ORDER BY START_TIME DESC) AS RUN FROM _SYS_TASK.TASK_EXECUTIONS)
          WHERE RUN = 1 ORDER BY SCHEMA_NAME, TASK_NAME`),
        item: (row) =>
          task({
            ...{
              name: text(row, 'name'),
              schema: textOrNull(row, 'schema'),
              type: 'task',
              status: textOrNull(row, 'status'),
            },
            lastStart: instantOrNull(row, 'started'),
            lastEnd: instantOrNull(row, 'ended'),
            progressPercent: numberOrNull(row, 'progress'),
            processedRecords: numberOrNull(row, 'records'),
          }),
      },
      {
        name: 'M_REMOTE_SUBSCRIPTIONS',
        statement:
          query(`SELECT s.SCHEMA_NAME AS "schema", s.SUBSCRIPTION_NAME AS "name", s.STATE AS "status", e.ERROR_MESSAGE AS "error"
          FROM SYS.M_REMOTE_SUBSCRIPTIONS AS s
          LEFT JOIN SYS.REMOTE_SUBSCRIPTION_EXCEPTIONS AS e ON e.OBJECT_SCHEMA_NAME = s.SCHEMA_NAME AND e.OBJECT_NAME = s.SUBSCRIPTION_NAME
          ORDER BY s.SCHEMA_NAME, s.SUBSCRIPTION_NAME`),
        item: (row) =>
          task({
            ...{ name: text(row, 'name'), schema: textOrNull(row, 'schema'), type: 'subscription' },
            status: textOrNull(row, 'status'),
            lastError: textOrNull(row, 'error'),
          }),
      },
      {
        name: 'M_SCHEDULER_JOBS',
        statement:
          query(`SELECT j.SCHEMA_NAME AS "schema", j.SCHEDULER_JOB_NAME AS "name", j.IS_ENABLED AS "enabled", m.STATUS AS "status",
          m.START_TIME AS "started", m.END_TIME AS "ended", m.ERROR_MESSAGE AS "error"
          FROM SYS.SCHEDULER_JOBS AS j
          LEFT JOIN (SELECT *, ROW_NUMBER() OVER (PARTITION BY SCHEMA_NAME, SCHEDULER_JOB_NAME ORDER BY START_TIME DESC) AS RUN
                       FROM SYS.M_SCHEDULER_JOBS) AS m
            ON m.SCHEMA_NAME = j.SCHEMA_NAME AND m.SCHEDULER_JOB_NAME = j.SCHEDULER_JOB_NAME AND m.RUN = 1
          ORDER BY j.SCHEMA_NAME, j.SCHEDULER_JOB_NAME`),
        item: (row) =>
          task({
            ...{
              name: text(row, 'name'),
              schema: textOrNull(row, 'schema'),
              type: 'job',
              status: textOrNull(row, 'status'),
            },
            enabled: flag(row, 'enabled'),
            lastStart: instantOrNull(row, 'started'),
            lastEnd: instantOrNull(row, 'ended'),
            lastError: textOrNull(row, 'error'),
          }),
      },
    ],
  },
  services: {
    name: 'M_SERVICES',
    statement: query(`SELECT SERVICE_NAME AS "name", ACTIVE_STATUS AS "active", HOST AS "host", PORT AS "port"
      FROM SYS.M_SERVICES ORDER BY HOST, PORT`),
    item: (row) => ({
      name: text(row, 'name'),
      status: row['active'] === 'YES' ? 'running' : row['active'] === 'NO' ? 'stopped' : 'unknown',
      host: textOrNull(row, 'host'),
      port: numberOrNull(row, 'port'),
    }),
  },
}
