/** Rows to insert travel as a parameter if they are few, and through a temporary table if they are many. */
import { Readable } from 'node:stream'
import { type CapDatabase, connectCapPostgres } from '../../../support/cap-postgres.ts'
import { PostgresDriver } from '../../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'

jest.setTimeout(60_000)

const sent = jest.spyOn(PostgresDriver.Client.prototype, 'query')

let postgres: Postgres
let database: CapDatabase

beforeAll(async () => {
  postgres = await startPostgres()
  database = await connectCapPostgres(postgres.credentials, { max: 1 })
  await database.run('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)')
})
afterAll(async () => {
  await database.disconnect()
  await postgres.stop()
})

const SQL = `INSERT INTO things SELECT (value->>'id')::integer, value->>'name' FROM json_array_elements($1::json)`

/** As CAP hands rows to its services. */
const rows = (count: number, name: string): Readable => {
  const text = function* (): Generator<string> {
    for (let id = 0; id < count; id++) yield `${id === 0 ? '[' : ','}${JSON.stringify({ id, name })}`
    yield ']'
  }
  return Object.assign(Readable.from(text(), { objectMode: false }), { type: 'json' })
}

const insert = (stream: Readable): Promise<unknown> =>
  database.tx(async (tx) => {
    await tx.run('DELETE FROM things')
    sent.mockClear()
    await tx.prepare(SQL).run([stream])
    return sent.mock.calls.length
  })

const inserted = async (): Promise<unknown> => {
  const [row] = await database.run(
    'SELECT count(*)::integer AS rows, min(name) AS least, max(name) AS most FROM things',
  )
  return row
}

const NAME = 'Ä🎬\u001f\\" Padmé '

test('few rows are one statement', async () => {
  expect(await insert(rows(3, NAME))).toBe(1)
  expect(await inserted()).toEqual({ rows: 3, least: NAME, most: NAME })
})

test.each([
  ['many rows', 20_000, NAME.repeat(5)],
  ['few that are long', 2, NAME.repeat(100_000)],
])('%s are streamed', async (_name, count, name) => {
  expect(await insert(rows(count, name))).toBe(3)
  expect(await inserted()).toEqual({ rows: count, least: name, most: name })
})

test('a stream that breaks early inserts nothing', async () => {
  const failure = new Error('the client has gone')
  const broken = async function* (): AsyncGenerator {
    yield* rows(3, NAME).iterator()
    throw failure
  }
  const before = await inserted()
  const stream = Object.assign(Readable.from(broken(), { objectMode: false }), { type: 'json' })
  await expect(insert(stream)).rejects.toBe(failure)
  expect(await inserted()).toEqual(before)
})
