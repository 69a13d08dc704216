/**
 * A PostgreSQL server of its own, beside `psql`. It is newer than the `pg_dump` of most systems, which refuses it: what that does, COPY
 * and zlib, is done by hand.
 */
import { execFileSync } from 'node:child_process'
import { startPostgres } from '../../support/postgres.ts'
import { COLUMNS, deploy, type Engine, isInstalled } from './engine.ts'

export const openPostgres = async (rows: number): Promise<Engine> => {
  const postgres = await startPostgres()
  const { host, port, user, password, database } = postgres.credentials
  const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  deploy('pg', env)
  const tool = isInstalled('psql') ? 'psql' : undefined
  if (tool === undefined) throw new Error('Filling PostgreSQL needs psql')
  const shell = (command: string): void => {
    const options = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', host, '-p', String(port), '-U', user, '-d', database]
    execFileSync('psql', [...options, '-c', command], { env: { ...process.env, PGPASSWORD: password }, stdio: 'pipe' })
  }
  const columns =
    'id varchar(36) PRIMARY KEY, title varchar(111), number integer, price numeric(9, 2), changed timestamp, note varchar(255)'
  shell(`CREATE TABLE bench (${columns}); CREATE TABLE bench_copy (${columns});
    INSERT INTO bench SELECT format('%s-0000-4000-8000-%s', lpad(to_hex(i), 8, '0'), lpad(to_hex(i * 7), 12, '0')),
      'Title ' || i || CASE WHEN i % 10 = 0 THEN ', with comma' ELSE '' END, i, (i % 100000) / 100.0,
      to_timestamp(1600000000 + i), CASE WHEN i % 7 > 0 THEN 'Some text to read ' || CASE WHEN i % 50 = 0 THEN 'in "quotes" ' ELSE '' END || i END
      FROM generate_series(0, ${String(rows - 1)}) AS i`)
  shell('VACUUM ANALYZE')
  return {
    name: 'PostgreSQL',
    profile: 'pg',
    env,
    tool,
    run: shell,
    empty: (table) => {
      shell(`TRUNCATE ${table}`)
      shell('CHECKPOINT')
    },
    toolExport: (target) => {
      shell(`\\copy (SELECT ${COLUMNS} FROM bench ORDER BY id) TO '${target}' (FORMAT csv, HEADER)`)
    },
    toolImport: (source) => {
      shell(`\\copy bench_copy FROM '${source}' (FORMAT csv, HEADER)`)
    },
    dump: {
      tool: 'psql, gzip',
      write: (target) => {
        shell(`\\copy bench TO PROGRAM 'gzip -6 > ${target}'`)
      },
      read: (source) => {
        shell(`CREATE TABLE bench (${columns.replace(' PRIMARY KEY', '')})`)
        shell(`\\copy bench FROM PROGRAM 'gunzip < ${source}'`)
        shell('ALTER TABLE bench ADD PRIMARY KEY (id)')
      },
    },
    stop: () => postgres.stop(),
  }
}
