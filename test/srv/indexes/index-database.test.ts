/** The command of the package in this folder; `test/package` runs it in applications of others. @long: starts processes. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { copyDeployedSqlite } from '../../support/deploy.ts'
import { ROOT } from '../../support/server-process.ts'

const BIN = join(__dirname, '../../../srv/indexes/bin.ts')
const folder = mkdtempSync(join(tmpdir(), 'saga-index-command-'))
const file = join(folder, 'saga.sqlite')
/** What it writes, without what CAP logs. */
const run = (given: string): string =>
  execFileSync(process.execPath, [BIN, ...given.split(' ').filter(Boolean)], {
    cwd: ROOT,
    env: { ...process.env, CDS_ENV: 'sqlite', CDS_TYPESCRIPT: 'true', CDS_REQUIRES_DB_CREDENTIALS_URL: file },
    encoding: 'utf8',
    stdio: 'pipe',
  })

beforeAll(() => copyDeployedSqlite(file))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('statements alone are written, so that they can be piped, and they make what is missing', () => {
  expect(run('--sql')).toBe('')
  const database = new DatabaseSync(file)
  database.exec('DROP INDEX saga_People_by_homeworld')
  expect(run('--sql').trim()).toBe(
    'CREATE INDEX IF NOT EXISTS "saga_People_by_homeworld" ON "saga_People" ("homeworld_ID");',
  )
  database.exec(run('--sql'))
  database.close()
  expect(run('').trim()).toBe('0 indexes created')
})

test.each([
  ['make', /Unknown argument: make[^]*Usage/],
  ['create now', /Unknown argument: now/],
  ['--all', /Unknown option '--all'/],
  ['--concurrently', /--concurrently needs --sql/],
  ['--sql --concurrently', /for PostgreSQL alone/],
])('%s is refused', (given, message) => {
  expect(() => run(given)).toThrow(message)
})

test('help needs no database', () => {
  expect(run('--help')).toMatch(/^Usage: cds-indexes/)
})
