/** On PostgreSQL a transaction begins with its first statement that is more than a read, where that makes no difference. */
import { connectCapPostgres } from '../../support/cap-postgres.ts'
import { connectPostgres } from '../../support/postgres-client.ts'
import { startPostgres } from '../../support/postgres.ts'
import type { CapDatabase, CapTransaction } from '../../support/cap-postgres.ts'
import type { Postgres } from '../../support/postgres.ts'

jest.setTimeout(60_000)

let postgres: Postgres
let database: CapDatabase
let pid: unknown

const connect = (): Promise<CapDatabase> => connectCapPostgres(postgres.credentials, { max: 1 })

beforeAll(async () => {
  postgres = await startPostgres()
  database = await connect()
  await database.run('CREATE TABLE things (id INTEGER PRIMARY KEY)')
  ;[{ pid }] = (await database.run('SELECT pg_backend_pid() AS pid')) as [{ pid: unknown }]
})
afterAll(async () => {
  await database.disconnect()
  await postgres.stop()
})

/** What the database says that the only connection is in. */
const state = async (): Promise<unknown> => {
  const client = await connectPostgres(postgres.credentials)
  const { rows } = await client.query(`SELECT state FROM pg_stat_activity WHERE pid = ${String(pid)}`)
  await client.end()
  return rows[0]?.['state']
}

const query = (more: object = {}): object => ({
  SELECT: { from: { ref: ['things'] }, columns: [{ ref: ['id'] }], ...more },
})

test('queries alone are part of none', async () => {
  await database.tx(async (tx) => {
    await tx.run(query())
    await tx.run(query())
    expect(await state()).toBe('idle')
  })
})

test.each<[string, (tx: CapTransaction) => Promise<unknown>]>([
  ['a write', (tx) => tx.run('INSERT INTO things VALUES (1)')],
  ['a query that locks', (tx) => tx.run(query({ forUpdate: { wait: 1 } }))],
  ['plain SQL, which may do anything', (tx) => tx.run('SELECT 1')],
])('%s begins one, which ends with all that it did', async (_name, act) => {
  const failure = new Error('rolled back')
  const work = database.tx(async (tx) => {
    await tx.run(query())
    await act(tx)
    await tx.run(query())
    expect(await state()).toBe('idle in transaction')
    throw failure
  })
  await expect(work).rejects.toBe(failure)
  expect(await state()).toBe('idle')
  expect(await database.run(query())).toEqual([])
})

test('a query beside a write is part of the same', async () => {
  await database.tx(async (tx) => {
    await Promise.all([tx.run(query()), tx.run('INSERT INTO things VALUES (2)'), tx.run(query())])
    expect(await tx.run(query())).toEqual([{ id: 2 }])
  })
  await database.run('DELETE FROM things')
  expect(await database.run(query())).toEqual([])
})

test('where statements of a transaction see the same data it begins at once', async () => {
  await database.run('ALTER ROLE CURRENT_USER SET default_transaction_isolation TO "repeatable read"')
  const strict = await connect()
  const client = await connectPostgres(postgres.credentials)
  await strict.tx(async (tx) => {
    expect(await tx.run(query())).toEqual([])
    await client.query('INSERT INTO things VALUES (3)')
    expect(await tx.run(query())).toEqual([])
  })
  expect(await strict.run(query())).toEqual([{ id: 3 }])
  await client.end()
  await strict.disconnect()
})
