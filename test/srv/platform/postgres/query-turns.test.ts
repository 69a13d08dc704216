/** A connection is given one statement at a time, in the order in which they come: whatever CAP does at once. */
import { Readable } from 'node:stream'
import { type CapDatabase, connectCapPostgres } from '../../../support/cap-postgres.ts'
import { connectPostgres, type PostgresClient, PostgresDriver } from '../../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'
import { PostgresQuery } from '../../../../srv/platform/cap/postgres-service.ts'
import { takeTurns } from '../../../../srv/platform/postgres/postgres-service.ts'

jest.setTimeout(60_000)

/** Whether the driver was free, at each statement that it was given. */
const given: boolean[] = []
const { query: send } = PostgresDriver.Client.prototype
jest.spyOn(PostgresDriver.Client.prototype, 'query').mockImplementation(function (this: PostgresClient, ...rest) {
  given.push((this as unknown as { readyForQuery: boolean }).readyForQuery)
  return send.apply(this, rest)
})

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())
beforeEach(() => given.splice(0))
afterEach(() => {
  expect(given.length).toBeGreaterThan(1)
  expect(given).not.toContain(false)
})

describe('a connection', () => {
  let client: PostgresClient
  beforeEach(async () => {
    client = await connectPostgres(postgres.credentials)
    takeTurns(client)
  })

  const one = async (value: number): Promise<unknown> =>
    (await client.query(`SELECT ${String(value)} AS value`)).rows[0]!['value']

  test('answers each question, and goes on after one that fails', async () => {
    const work = [
      one(1),
      one(2),
      client.query('SELECT FROM FROM'),
      one(3),
      client.query({ text: 7, values: 8 }),
      one(4),
    ]
    const answers = await Promise.allSettled(work)
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      1,
      2,
      'failed',
      3,
      'failed',
      4,
    ])
    expect(await one(5)).toBe(5)
    await client.end()
  })

  test('takes statements that speak the protocol themselves in their turn', async () => {
    const counted = await new Promise((resolve) => {
      void one(1)
      const query = new PostgresQuery({ text: 'SELECT 2 AS value' }, undefined, (_error, result) => {
        resolve(result)
      })
      expect(client.query(query)).toBe(query)
      void one(3)
    })
    expect(counted).toMatchObject({ rows: [{ value: 2 }] })
    expect(await one(4)).toBe(4)
    await client.end()
  })

  test('that is lost fails all that waits', async () => {
    client.on('error', () => undefined)
    const sleeps = client.query('SELECT pg_sleep(60)')
    const waiting = [sleeps, one(1), one(2)]
    const other = await connectPostgres(postgres.credentials)
    await other.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
    const answers = await Promise.allSettled(waiting)
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(one(3)).rejects.toThrow(/not queryable/)
    await other.end()
    // The driver was free for none of the last ones: it refuses them.
    given.splice(0, given.length, true, true)
  })
})

describe("CAP's service", () => {
  let database: CapDatabase
  beforeAll(async () => {
    database = await connectCapPostgres(postgres.credentials, { max: 1 })
    await database.run('CREATE TABLE things (id INTEGER PRIMARY KEY, a TEXT, b TEXT)')
  })
  afterAll(() => database.disconnect())

  const runs = (tx: object) => tx as { run(sql: string, rows: unknown): Promise<unknown> }

  test('writes many rows at once', async () => {
    await database.tx((tx) => runs(tx).run('INSERT INTO things VALUES ($1, $2, $3)', [[1, 'a', 'b'], [2, 'c', 'd']])) // prettier-ignore
    expect(await database.run('SELECT id FROM things ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('asks several things at once, in a transaction', async () => {
    const ask = (id: number): string => `SELECT a FROM things WHERE id = ${String(id)}`
    const answers = await database.tx((tx) => Promise.all([1, 2, 1].map((id) => tx.run(ask(id)))))
    expect(answers).toEqual([[{ a: 'a' }], [{ a: 'c' }], [{ a: 'a' }]])
  })

  test('writes several streams of one record', async () => {
    const streams = ['x', 'y'].map((text) => Readable.from([Buffer.from(text)]))
    await database.tx(async (tx) => {
      await tx.run('SELECT 1')
      await tx.prepare('INSERT INTO things VALUES (3, $1, $2)').run(streams)
    })
    expect(await database.run(`SELECT a, b FROM things WHERE id = 3`)).toEqual([{ a: '\\x78', b: '\\x79' }])
  })
})
