import type { Statement } from '../../core/values.ts'
import type { DataIntegrationTask, Monitoring, Replication, ReplicationSubscription, Source } from '../monitoring.ts'
import { flag, instantOrNull, numberOrNull, text, textOrNull } from '../rows.ts'
import { alerts } from './alerts.ts'
import { sessions } from './sessions.ts'
import { isoTimestamp } from './values.ts'

const query = (sql: string): Statement => ({ sql, parameters: [] })

/** The end of the log here: written on a primary, received on a standby. */
const LOG_END = `CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn() ELSE pg_current_wal_lsn() END`

const subscriptions: Statement = query(`
  SELECT s.subname AS name, s.subenabled AS enabled, w.pid IS NOT NULL AS running, w.received_lsn AS received,
         ${isoTimestamp('w.latest_end_time')} AS contact
    FROM pg_subscription s LEFT JOIN pg_stat_subscription w ON w.subid = s.oid AND w.relid IS NULL
   WHERE s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
   ORDER BY s.subname COLLATE "C"`)

const subscriptionStatus = (row: Parameters<typeof flag>[0]): string =>
  flag(row, 'running') ? 'running' : flag(row, 'enabled') ? 'stopped' : 'disabled'

const replication: Replication = {
  supported: true,
  role: {
    name: 'pg_is_in_recovery',
    statement: query('SELECT pg_is_in_recovery() AS standby'),
    item: (row) => (flag(row, 'standby') ? 'standby' : 'primary'),
  },
  replicas: [
    // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-REPLICATION-VIEW
    {
      name: 'pg_stat_replication',
      probe: {
        statement: query(`SELECT 1 WHERE pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')`),
        otherwise: 'denied',
      },
      statement: query(`
        SELECT r.application_name AS name, coalesce(r.client_hostname, host(r.client_addr)) AS host, r.client_port AS port,
               coalesce(s.slot_type, 'physical') AS mode, r.state, r.sync_state, r.sent_lsn, r.replay_lsn,
               pg_wal_lsn_diff(${LOG_END}, r.replay_lsn)::bigint AS lag_bytes, extract(epoch FROM r.replay_lag)::float8 AS lag_seconds,
               ${isoTimestamp('r.reply_time')} AS contact
          FROM pg_stat_replication r LEFT JOIN pg_replication_slots s ON s.active_pid = r.pid
         ORDER BY r.application_name, r.pid`),
      item: (row) => ({
        name: textOrNull(row, 'name'),
        host: textOrNull(row, 'host'),
        port: numberOrNull(row, 'port'),
        mode: text(row, 'mode'),
        status: textOrNull(row, 'state'),
        syncState: textOrNull(row, 'sync_state'),
        sentPosition: textOrNull(row, 'sent_lsn'),
        replayPosition: textOrNull(row, 'replay_lsn'),
        lagBytes: numberOrNull(row, 'lag_bytes'),
        lagSeconds: numberOrNull(row, 'lag_seconds'),
        lastContact: instantOrNull(row, 'contact'),
      }),
    },
    // https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-WAL-RECEIVER-VIEW
    {
      name: 'pg_stat_wal_receiver',
      statement: query(`
        SELECT slot_name AS name, sender_host AS host, sender_port AS port, status, latest_end_lsn, flushed_lsn,
               pg_wal_lsn_diff(latest_end_lsn, pg_last_wal_replay_lsn())::bigint AS lag_bytes, ${isoTimestamp('last_msg_receipt_time')} AS contact
          FROM pg_stat_wal_receiver WHERE status IS NOT NULL`),
      item: (row) => ({
        name: textOrNull(row, 'name'),
        host: textOrNull(row, 'host'),
        port: numberOrNull(row, 'port'),
        mode: 'upstream',
        status: text(row, 'status'),
        syncState: null,
        sentPosition: textOrNull(row, 'latest_end_lsn'),
        replayPosition: textOrNull(row, 'flushed_lsn'),
        lagBytes: numberOrNull(row, 'lag_bytes'),
        lagSeconds: null,
        lastContact: instantOrNull(row, 'contact'),
      }),
    },
  ],
  slots: [
    // https://www.postgresql.org/docs/current/view-pg-replication-slots.html
    {
      name: 'pg_replication_slots',
      statement: query(`
        SELECT slot_name AS name, slot_type AS type, plugin, database, active, wal_status,
               pg_wal_lsn_diff(${LOG_END}, restart_lsn)::bigint AS retained
          FROM pg_replication_slots ORDER BY slot_name COLLATE "C"`),
      item: (row) => ({
        name: text(row, 'name'),
        type: text(row, 'type'),
        plugin: textOrNull(row, 'plugin'),
        database: textOrNull(row, 'database'),
        active: flag(row, 'active'),
        retainedBytes: numberOrNull(row, 'retained'),
        walStatus: textOrNull(row, 'wal_status'),
      }),
    },
  ],
  subscriptions: [
    // https://www.postgresql.org/docs/current/catalog-pg-subscription.html
    {
      name: 'pg_stat_subscription',
      statement: subscriptions,
      item: (row): ReplicationSubscription => ({
        name: text(row, 'name'),
        enabled: flag(row, 'enabled'),
        status: subscriptionStatus(row),
        receivedPosition: textOrNull(row, 'received'),
        lastContact: instantOrNull(row, 'contact'),
      }),
    },
  ],
}

const tasks: readonly Source<DataIntegrationTask>[] = [
  {
    name: 'pg_subscription',
    statement: subscriptions,
    item: (row) => ({
      name: text(row, 'name'),
      schema: null,
      type: 'subscription',
      status: subscriptionStatus(row),
      enabled: flag(row, 'enabled'),
      lastStart: null,
      lastEnd: instantOrNull(row, 'contact'),
      progressPercent: null,
      processedRecords: null,
      lastError: null,
    }),
  },
  // https://github.com/citusdata/pg_cron#viewing-job-run-details
  {
    name: 'cron.job',
    probe: { statement: query(`SELECT 1 WHERE to_regclass('cron.job') IS NOT NULL`), otherwise: 'missing' },
    statement: query(`
      SELECT coalesce(j.jobname, 'job ' || j.jobid) AS name, j.active, r.status, ${isoTimestamp('r.start_time')} AS started,
             ${isoTimestamp('r.end_time')} AS ended, CASE r.status WHEN 'failed' THEN r.return_message END AS error
        FROM cron.job j
        LEFT JOIN LATERAL (SELECT * FROM cron.job_run_details d WHERE d.jobid = j.jobid ORDER BY d.runid DESC LIMIT 1) r ON true
       ORDER BY j.jobid`),
    item: (row) => ({
      name: text(row, 'name'),
      schema: null,
      type: 'job',
      status: textOrNull(row, 'status'),
      enabled: flag(row, 'active'),
      lastStart: instantOrNull(row, 'started'),
      lastEnd: instantOrNull(row, 'ended'),
      progressPercent: null,
      processedRecords: null,
      lastError: textOrNull(row, 'error'),
    }),
  },
]

export const monitoring: Monitoring = {
  alerts,
  replication,
  sessions,
  tasks: { supported: true, sources: tasks },
  services: null,
}
