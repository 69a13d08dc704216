/** A database that the server cannot work with is told of in words, with what to type. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connectPostgres } from '../../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'
import { findDatabaseProblems } from '../../../../srv/platform/process/database-problems.ts'

jest.setTimeout(60_000)

const find = (kind: string, credentials: object, isProduction = false): Promise<string[]> =>
  findDatabaseProblems({ db: { kind, credentials }, isProduction, profiles: 'mine' })

const DEPLOY = 'npm run deploy -- --profile mine'

describe('a SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-'))
  const url = join(folder, 'saga.sqlite')
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  test('that nobody has deployed to, and which is not made for that', async () => {
    expect(await find('sqlite', { url })).toEqual([`there are no tables in ${url}: ${DEPLOY}`])
    expect(readdirSync(folder)).toEqual([])
    expect(await find('sqlite', { url }, true)).toEqual([])
  })

  test('that has tables', async () => {
    const database = new DatabaseSync(url)
    database.exec('CREATE TABLE things (id)')
    database.close()
    expect(await find('sqlite', { url })).toEqual([])
  })

  test('whose folder is not there, in production as well', async () => {
    const lost = join(folder, 'lost', 'saga.sqlite')
    expect(await find('sqlite', { url: lost }, true)).toEqual([
      expect.stringContaining(`mkdir -p ${join(folder, 'lost')}`),
    ])
  })
})

test('memory has none', async () => {
  expect(await find('sqlite', { url: ':memory:' })).toEqual([])
})

describe('PostgreSQL', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  const isOne = async (change: object, reason: RegExp, isProduction = false): Promise<void> => {
    const problems = await find('postgres', { ...postgres.credentials, ...change }, isProduction)
    expect(problems).toEqual([expect.stringMatching(reason)])
  }

  test('that nobody has deployed to', async () => {
    await isOne(
      {},
      /^there are no tables in the database postgres at 127\.0\.0\.1:\d+: npm run deploy -- --profile mine$/,
    )
    expect(await find('postgres', postgres.credentials, true)).toEqual([])
  })

  test('that lets nobody in by that password, or by none, in production as well', async () => {
    for (const password of ['wrong', undefined])
      for (const isProduction of [true, false])
        await isOne({ password }, /does not let postgres in: set .*_PASSWORD$/, isProduction)
  })

  test('that has no such database', () => isOne({ database: 'nowhere' }, /has no database nowhere: createdb nowhere$/))

  test('that is not there; in production it is waited for', async () => {
    await isOne({ port: 9 }, /^PostgreSQL does not answer at 127\.0\.0\.1:9: start it, .* npm run start:pg$/)
    expect(await find('postgres', { ...postgres.credentials, port: 9 }, true)).toEqual([])
  })

  test('that has tables', async () => {
    const client = await connectPostgres(postgres.credentials)
    await client.query('CREATE TABLE things (id INTEGER)')
    await client.end()
    expect(await find('postgres', postgres.credentials)).toEqual([])
  })
})
