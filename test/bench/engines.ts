/** The databases that benchmarks run on, each with the tool that its users compare with. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgres } from '../support/postgres.ts'

/** A database with the table `bench` of many rows and the empty table `bench_copy`. */
export interface BenchEngine {
  readonly name: string
  /** For the server. */
  readonly profile: string
  readonly env: Record<string, string>
  /** The tool's command; undefined where it is not installed. */
  readonly tool: string | undefined
  /** Runs SQL. */
  run(sql: string): void
  /** Has the tool write the table to a file, as the API does, and read such a file. */
  toolExport(file: string): void
  toolImport(file: string): void
  stop(): Promise<void>
}

const COLUMNS = 'id, title, number, price, changed, note'

const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0

export const openSqlite = (rows: number): Promise<BenchEngine> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-bench-'))
  const file = join(folder, 'saga.sqlite')
  const env = { CDS_REQUIRES_DB_CREDENTIALS_URL: file }
  deploy('sqlite', env)
  const database = new DatabaseSync(file)
  const columns =
    'id NVARCHAR(36) NOT NULL PRIMARY KEY, title NVARCHAR(111), number INTEGER, price DECIMAL(9, 2), changed TIMESTAMP_TEXT, note NVARCHAR(255)'
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE bench (${columns});
    CREATE TABLE bench_copy (${columns});
    INSERT INTO bench
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(rows - 1)})
    SELECT format('%08x-0000-4000-8000-%012x', i, i * 7), 'Title ' || i || iif(i % 10 = 0, ', with comma', ''), i, (i % 100000) / 100.0,
           strftime('%Y-%m-%dT%H:%M:%fZ', 1600000000 + i, 'unixepoch'), iif(i % 7 = 0, NULL, 'Some text to read ' || iif(i % 50 = 0, 'in "quotes" ', '') || i)
      FROM n`)
  const tool = isInstalled('sqlite3') ? 'sqlite3' : undefined
  const shell = (...commands: string[]): void => {
    execFileSync('sqlite3', [file, ...commands])
  }
  return Promise.resolve({
    name: 'SQLite file',
    profile: 'sqlite',
    env,
    tool,
    run: (sql) => {
      database.exec(sql)
    },
    toolExport: (target) => {
      shell('.headers on', '.mode csv', `.once '${target}'`, `SELECT ${COLUMNS} FROM bench ORDER BY id`)
    },
    toolImport: (source) => {
      shell(`.import --csv --skip 1 '${source}' bench_copy`)
    },
    stop: () => {
      database.close()
      rmSync(folder, { recursive: true })
      return Promise.resolve()
    },
  })
}

export const openPostgres = async (rows: number): Promise<BenchEngine> => {
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
    toolExport: (target) => {
      shell(`\\copy (SELECT ${COLUMNS} FROM bench ORDER BY id) TO '${target}' (FORMAT csv, HEADER)`)
    },
    toolImport: (source) => {
      shell(`\\copy bench_copy FROM '${source}' (FORMAT csv, HEADER)`)
    },
    stop: () => postgres.stop(),
  }
}

const deploy = (profile: string, env: Record<string, string>): void => {
  const { status, stderr } = spawnSync('cds', ['deploy', '--profile', profile], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`cds deploy failed: ${stderr}`)
}
