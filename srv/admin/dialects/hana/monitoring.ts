/** https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/system-views. Not exercised on a live system. */
import { plain } from '../../core/values.ts'
import { type Monitoring, read } from '../monitoring.ts'
import { textOrNull } from '../rows.ts'
import { alerts } from './alerts.ts'
import { sessions } from './sessions.ts'

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
