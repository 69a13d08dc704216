import { plain, type Statement } from '../../core/values.ts'
import { type DataIntegrationTask, type Monitoring, read, type Replication, type Source } from '../monitoring.ts'
import { flag } from '../rows.ts'
import { alerts } from './alerts.ts'
import { sessions } from './sessions.ts'
import { isoTimestamp } from './values.ts'

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

export const monitoring: Monitoring = {
  alerts,
  replication,
  sessions,
  tasks: { supported: true, sources: tasks },
  services: null,
}
