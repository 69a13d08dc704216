/** Statements that go ahead of another: one message, one answer, which is of the last alone. */
import { connectPostgres, type PostgresClient } from '../../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'
import { allowPipelining, type KnownStatement, sendPipelined } from '../../../../srv/platform/postgres/pipelining.ts'

jest.setTimeout(60_000)

const INSERT: KnownStatement = { name: 'insert', text: 'INSERT INTO things SELECT $1::integer RETURNING id' }
const insert = (id: string): KnownStatement => ({ ...INSERT, values: [id] })

let postgres: Postgres
let client: PostgresClient

beforeAll(async () => {
  postgres = await startPostgres()
  client = await connectPostgres(postgres.credentials)
  allowPipelining(client)
  await client.query('CREATE TABLE things (id INTEGER PRIMARY KEY)')
  await client.query(insert('0'))
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
})

const things = async (): Promise<unknown[]> =>
  (await client.query('SELECT id FROM things ORDER BY id')).rows.map(({ id }) => id)

const query = (text: string, ahead: readonly KnownStatement[], name = text): Promise<{ rows: unknown[] }> =>
  sendPipelined(client, ahead, () => client.query({ name, text }))

test('the answer is that of the last statement', async () => {
  const { rows } = await query('SELECT count(*)::integer AS count FROM things', [insert('1'), insert('2')])
  expect(rows).toEqual([{ count: 3 }])
  expect(await things()).toEqual([0, 1, 2])
})

test('a statement that is known is sent again as it is', async () => {
  for (const id of ['3', '4']) await query('SELECT 1 AS one', [insert(id)])
  expect(await things()).toEqual([0, 1, 2, 3, 4])
})

test('nothing goes ahead of the one after', async () => {
  await query('SELECT 1 AS one', [insert('5')])
  expect((await query('SELECT 1 AS one', [])).rows).toEqual([{ one: 1 }])
  await client.query({ name: 'two', text: 'SELECT 2 AS two' })
  expect(await things()).toEqual([0, 1, 2, 3, 4, 5])
})

test.each([
  ['the one ahead', 'SELECT 1 AS one', '0', '23505'],
  ['the last one, at once', 'SELECT FROM FROM', '6', '42601'],
  ['the last one, when it runs', 'SELECT 1 / 0', '6', '22012'],
])('if %s fails, none has happened, and what follows is as before', async (_which, text, id, code) => {
  const before = await things()
  await expect(query(text, [insert(id)])).rejects.toMatchObject({ code })
  expect(await things()).toEqual(before)
  await expect(query(text, [insert(id)])).rejects.toMatchObject({ code })
  expect((await query('SELECT 7 AS seven', [insert('7'), insert('8')])).rows).toEqual([{ seven: 7 }])
  await client.query('DELETE FROM things WHERE id > 5')
})

test('if what sends fails by itself, nothing goes ahead of the next', async () => {
  const failure = new Error('not sent')
  const fail = (): never => {
    throw failure
  }
  expect(() => sendPipelined(client, [insert('9')], fail)).toThrow(failure)
  await client.query({ name: 'next', text: 'SELECT 1' })
  expect(await things()).not.toContain(9)
})

test('what is sent too late is refused', async () => {
  const late = async (): Promise<unknown> => {
    await Promise.resolve()
    return client.query({ name: 'late', text: 'SELECT 1' })
  }
  await expect(sendPipelined(client, [insert('9')], late)).rejects.toThrow('without those')
  expect(await things()).not.toContain(9)
})
