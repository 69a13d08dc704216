/**
 * `npm run bench -- scale [--only sqlite|postgres] [--requests 4] [--filter name]`: reads of a million people, 100,000 films
 * and two million links between them, without the cache, beside CAP as it comes on the same database. Each figure is the
 * median of different requests; a read that takes stock CAP longer than its patience is not asked again. Meanwhile
 * `/health` is asked, one after the other.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { startPostgres } from '../support/postgres.ts'
import { deploy } from './engines/engine.ts'
import { ROOT, startCap } from './odata-server.ts'
import { READS, numbersOf } from './scale/reads.ts'
import { POSTGRES, SQLITE, fillStatements } from './scale/rows.ts'
import { timeReads } from './scale/time-reads.ts'
import { makeStockProject } from './stock-project.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    requests: { type: 'string', default: '4' },
    filter: { type: 'string', default: '' },
  },
})
/** The goal for `/health`. */
const HEALTH_MS = 100

const reads = READS.filter(({ name }) => name.includes(values.filter))
const numbers = numbersOf(Number(values.requests))

const seconds = async (work: () => void | Promise<void>): Promise<string> => {
  const start = performance.now()
  await work()
  return ((performance.now() - start) / 1_000).toFixed(0)
}

const told = (milliseconds: number): string =>
  Number.isNaN(milliseconds) ? 'failed' : milliseconds === Infinity ? 'given up' : milliseconds.toFixed(0)

const bench = async (engine: string, env: Record<string, string>, profile: string): Promise<void> => {
  const stock = makeStockProject()
  try {
    const figures = []
    for (const folder of [ROOT, stock.folder]) {
      const settings = { ...env, CDS_CONFIG: JSON.stringify({ cache: { enabled: false } }) }
      const server = await startCap(folder, settings, profile)
      try {
        figures.push(await timeReads(server.port, reads, numbers, folder === ROOT ? '/health' : undefined))
      } finally {
        await server.kill()
      }
    }
    const [ours, theirs] = figures
    console.log(
      `\n| ${engine} | ms | goal | stock CAP, ms | \`/health\` meanwhile, ms at most |\n|---|---|---|---|---|`,
    )
    for (const [index, { name, goal }] of reads.entries()) {
      const { milliseconds = NaN, healthMs = NaN } = ours?.[index] ?? {}
      const missed = milliseconds <= goal ? '' : ' MISSED'
      const waits = `${healthMs.toFixed(0)}${healthMs <= HEALTH_MS ? '' : ' MISSED'}`
      const other = theirs?.[index]?.milliseconds ?? NaN
      console.log(`| ${name} | ${told(milliseconds)}${missed} | ${String(goal)} | ${told(other)} | ${waits} |`)
    }
  } finally {
    stock.remove()
  }
}

const benchSqlite = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-scale-'))
  try {
    const file = join(folder, 'saga.sqlite')
    const env = { CDS_REQUIRES_DB_CREDENTIALS_URL: file }
    deploy('sqlite', env)
    const filled = await seconds(() => {
      const database = new DatabaseSync(file)
      database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; BEGIN')
      const indexes = `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`
      for (const { name } of database.prepare(indexes).all()) database.exec(`DROP INDEX ${String(name)}`)
      for (const sql of fillStatements(SQLITE)) database.exec(sql)
      database.exec('COMMIT; PRAGMA journal_mode = WAL')
      database.close()
    })
    console.log(`SQLite: filled in ${filled} s, indexed when the server starts`)
    await bench('SQLite file', env, 'sqlite')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Those of associations: tables are filled sooner without. */
const DROP_INDEXES = `DO $$ DECLARE each record; BEGIN
  FOR each IN SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE '%\\_by\\_%' LOOP
    EXECUTE format('DROP INDEX %I', each.indexname);
  END LOOP; END $$`

const benchPostgres = async (): Promise<void> => {
  const postgres = await startPostgres({ settings: { max_wal_size: '4GB', fsync: 'off' } })
  try {
    const { host, port, user, password, database } = postgres.credentials
    const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
    deploy('pg', env)
    const options = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', host, '-p', String(port), '-U', user, '-d', database]
    const shell = (sql: string): void => {
      execFileSync('psql', [...options, '-c', sql], { env: { ...process.env, PGPASSWORD: password }, stdio: 'pipe' })
    }
    const filled = await seconds(() => {
      shell(DROP_INDEXES)
      for (const sql of fillStatements(POSTGRES)) shell(sql)
      deploy('pg', env)
      shell('VACUUM ANALYZE')
    })
    console.log(`PostgreSQL: filled in ${filled} s, with indexes by another deployment`)
    await bench('PostgreSQL', env, 'pg')
  } finally {
    await postgres.stop()
  }
}

console.log(`${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
if (values.only !== 'postgres') await benchSqlite()
if (values.only !== 'sqlite') await benchPostgres()
