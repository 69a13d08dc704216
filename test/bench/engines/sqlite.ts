/** A SQLite file, beside `sqlite3`. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { COLUMNS, deploy, type Engine, isInstalled } from './engine.ts'

export const openSqlite = (rows: number): Promise<Engine> => {
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
    empty: (table) => {
      database.exec(`DELETE FROM ${table}; PRAGMA wal_checkpoint(TRUNCATE)`)
    },
    toolExport: (target) => {
      shell('.headers on', '.mode csv', `.once '${target}'`, `SELECT ${COLUMNS} FROM bench ORDER BY id`)
    },
    toolImport: (source) => {
      shell(`.import --csv --skip 1 '${source}' bench_copy`)
    },
    dump: tool && {
      tool: 'sqlite3 .dump',
      write: (target) => {
        shell(`.once '${target}'`, '.dump bench')
      },
      read: (source) => {
        shell(`.read '${source}'`)
      },
    },
    stop: () => {
      database.close()
      rmSync(folder, { recursive: true })
      return Promise.resolve()
    },
  })
}
