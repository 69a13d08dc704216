import type { PostgresConnection } from './postgres-connection.ts'

/** Of the notifications, of the function that sends them, and of the triggers that call it. */
export const CHANNEL = 'saga_cache_changed'

/** Whoever changes structure waits this long at most for those who use the tables. */
const LOCK_TIMEOUT = '5s'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Tables of the current schema without a trigger that is always called. */
const MISSING = `SELECT c.relname AS name FROM pg_class AS c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname = ANY($1)
    AND NOT EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgrelid = c.oid AND t.tgname = '${CHANNEL}' AND t.tgenabled = 'A')`

/** Triggers and rules of others, and foreign keys that pass changes on, at any of the tables. */
const EFFECTS = `SELECT 1 FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgname <> '${CHANNEL}'
      AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)
  UNION ALL SELECT 1 FROM pg_constraint AS f JOIN pg_class AS c ON c.oid = f.confrelid
    WHERE f.contype = 'f' AND (f.confdeltype NOT IN ('a', 'r') OR f.confupdtype NOT IN ('a', 'r'))
      AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)
  UNION ALL SELECT 1 FROM pg_rewrite AS r JOIN pg_class AS c ON c.oid = r.ev_class
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)
  LIMIT 1`

/**
 * Has the database tell of every committed change to the tables, whoever makes it and by whatever statement.
 *
 * @throws Error where the user of the connection does not own a table.
 */
export const installTriggers = async (connection: PostgresConnection, tables: readonly string[]): Promise<void> => {
  if ((await connection.query(MISSING, [tables])).rows.length === 0) return
  await connection.query('BEGIN')
  try {
    await connection.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
    // Several processes start at the same time: one of them does it.
    await connection.query(`SELECT pg_advisory_xact_lock(hashtext('${CHANNEL}'))`)
    const { rows } = await connection.query(MISSING, [tables])
    if (rows.length > 0) await connection.query(statements(rows.map(({ name }) => String(name))).join(';\n'))
    await connection.query('COMMIT')
  } catch (error) {
    await connection.query('ROLLBACK')
    throw error
  }
}

const statements = (tables: readonly string[]): string[] => [
  `CREATE OR REPLACE FUNCTION ${CHANNEL}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_catalog.pg_notify('${CHANNEL}', TG_TABLE_NAME);
  RETURN NULL;
END $$`,
  ...tables.map(quoted).flatMap((table) => [
    `DROP TRIGGER IF EXISTS ${CHANNEL} ON ${table}`,
    `CREATE TRIGGER ${CHANNEL} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION ${CHANNEL}()`,
    // Also for those who load data with the triggers of replication only.
    `ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${CHANNEL}`,
  ]),
]

export const findEffects = async (connection: PostgresConnection, tables: readonly string[]): Promise<boolean> =>
  (await connection.query(EFFECTS, [tables])).rows.length > 0
