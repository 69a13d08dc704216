/** The statements of `SharedJobs`: PostgreSQL, each with its values as `$1`, `$2`… */

export const COLUMNS = `
  id text PRIMARY KEY, seq bigint GENERATED ALWAYS AS IDENTITY, process text NOT NULL, heartbeat timestamptz NOT NULL,
  operation text NOT NULL, owner text NOT NULL, background boolean NOT NULL, status text NOT NULL, phase text NOT NULL,
  rows_done bigint NOT NULL, rows_total bigint, cancel_requested boolean NOT NULL DEFAULT false,
  started_at timestamptz NOT NULL, ended_at timestamptz, recorded_at timestamptz, result text, error_code text, error_details text`

/** Columns that tables of an earlier version lack; servers of that version do without. */
export const ADDED = ['object text']

/** Results are long, and lists need of them only whether they begin with a file. */
const SEEN = `id, operation, object, owner, background, status, phase, rows_done, rows_total, started_at, ended_at, error_code, error_details,
  result LIKE '{"file":{%' AS has_file`
/** By the database's clock, whatever those of the processes say. */
const IS_KEPT = `(recorded_at IS NULL OR recorded_at > now() - $1 * interval '1 millisecond')`

/** @param table name as statements need it. */
export const jobStatements = (table: string) => ({
  /** Lets one process at a time count and add. `$1` a number that nobody else uses. */
  lock: 'SELECT pg_advisory_xact_lock($1)',
  /** `$1` owner. */
  countRunning: `SELECT count(*) FILTER (WHERE owner = $1)::int AS own, count(*)::int AS all FROM ${table} WHERE status = 'running'`,
  /** `$1` id, `$2` process, `$3` operation, `$4` owner, `$5` background, `$6` phase, `$7` start, `$8` object. */
  insert: `INSERT INTO ${table} (id, process, heartbeat, operation, owner, background, status, phase, rows_done, started_at, object)
           VALUES ($1, $2, now(), $3, $4, $5, 'running', $6, -1, $7, $8)`,
  /** `$1` process; `$2` ids, `$3` phases, `$4` rows done or -1, `$5` rows in all. Those that are missing in the answer are no longer its own. */
  beat: `UPDATE ${table} AS o
            SET heartbeat = now(), rows_done = j.rows_done, rows_total = j.rows_total,
                phase = CASE WHEN o.cancel_requested THEN o.phase ELSE j.phase END
           FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) AS j (id, phase, rows_done, rows_total)
          WHERE o.id = j.id AND o.process = $1 AND o.status = 'running'
          RETURNING o.id, o.cancel_requested`,
  /** `$1` milliseconds without a heartbeat, `$2` code and `$3` details of the error. */
  markLost: `UPDATE ${table} SET status = 'failed', phase = 'ended', ended_at = now(), recorded_at = now(),
                            error_code = $2, error_details = $3
              WHERE status = 'running' AND heartbeat < now() - $1 * interval '1 millisecond'`,
  /** `$1` id, `$2` process, `$3` status, `$4` rows done, `$5` rows in all, `$6` end, `$7` result, `$8` code and `$9` details of an error. */
  end: `UPDATE ${table} SET status = $3, phase = 'ended', rows_done = $4, rows_total = $5, ended_at = $6, recorded_at = now(),
                            result = $7, error_code = $8, error_details = $9
         WHERE id = $1 AND process = $2`,
  /** `$1` milliseconds that ended jobs are kept, `$2` owner or null for all. */
  list: `SELECT ${SEEN} FROM ${table} WHERE ${IS_KEPT} AND ($2::text IS NULL OR owner = $2) ORDER BY seq DESC`,
  /** `$1` milliseconds that ended jobs are kept, `$2` id. */
  find: `SELECT ${SEEN}, result FROM ${table} WHERE ${IS_KEPT} AND id = $2`,
  /** `$1` id. */
  requestCancel: `UPDATE ${table} SET cancel_requested = true, phase = 'cancelling' WHERE id = $1 AND status = 'running'`,
  /** `$1` milliseconds, `$2` number and `$3` bytes of ended jobs that are kept; the oldest go first. */
  forget: `DELETE FROM ${table} WHERE NOT ${IS_KEPT} OR id IN (
             SELECT id FROM (
               SELECT id, row_number() OVER newest AS n, sum(coalesce(octet_length(result), 0)) OVER newest AS bytes
                 FROM ${table} WHERE status <> 'running' WINDOW newest AS (ORDER BY recorded_at DESC, seq DESC)) AS ended
              WHERE n > $2 OR bytes > $3)`,
})
