/**
 * A PostgreSQL that takes rights away from the user of the server while it is connected: whoever asks is told so, by all
 * operations, and other requests go on.
 * @long: starts a server, and asks every operation of both APIs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROUTES } from '../srv/admin/http/routes.ts'
import { fuzzAdmin, unlimited } from './support/admin-fuzz.ts'
import { until } from './support/admin-api.ts'
import { OPERATIONS } from './support/concurrency/operations.ts'
import { sceneOf } from './support/concurrency/scene.ts'
import { type Postgres, startDeployedPostgres } from './support/postgres.ts'
import { connectPostgres, type PostgresClient } from './support/postgres-client.ts'
import { SERVE } from './support/server-on.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'
import { basic } from './support/users.ts'

jest.setTimeout(120_000)

type Json = Record<string, unknown>

const folder = mkdtempSync(join(tmpdir(), 'saga-rights-'))
let postgres: Postgres
let owner: PostgresClient
let server: ServerProcess

beforeAll(async () => {
  postgres = await startDeployedPostgres()
  owner = await connectPostgres(postgres.credentials)
  const { port, database } = postgres.credentials
  await owner.query("CREATE ROLE limited LOGIN PASSWORD 'limited'")
  await owner.query(`GRANT CREATE ON DATABASE ${database} TO limited`)
  await owner.query('GRANT ALL ON SCHEMA public TO limited')
  await owner.query('GRANT ALL ON ALL TABLES IN SCHEMA public TO limited')
  const env = {
    CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
    CDS_REQUIRES_DB_CREDENTIALS_USER: 'limited',
    CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: 'limited',
    ...unlimited(folder),
  }
  server = await startServer(`${SERVE} --profile pg`, { env })
})
afterAll(async () => {
  await server.stop()
  await owner.end()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

const ask = async (
  method: string,
  path: string,
  body?: object | string,
  user = 'admin',
  more: Record<string, string> = {},
): Promise<{ status: number; json: Json }> => {
  const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json'
  const headers = { ...basic(user), 'content-type': type, ...more }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body: text }) })
  const answered = await answer.text()
  return { status: answer.status, json: (answered.startsWith('{') ? JSON.parse(answered) : {}) as Json }
}

const [schema, table] = ['public', 'saga_planet']
const pair = { schema1: schema, schema2: schema, table1: table, table2: 'saga_species' }
const series = { schema, table: 'saga_film', timeColumn: 'release_date' }

/** What each operation is asked; `true` is for those that need rows. */
const REQUESTS: Readonly<Record<string, readonly (readonly [needsRows: boolean, input: Json])[]>> = {
  'GET /dbInfo': [[false, {}]],
  'GET /alerts': [[false, {}]],
  'GET /replicationStatus': [[false, {}]],
  'GET /tables': [[false, { schema }]],
  'GET /views': [[false, { schema }]],
  'GET /schemas': [[false, {}]],
  'GET /sdiTasks': [[false, {}]],
  'GET /xsaServices': [[false, {}]],
  'GET /table': [
    [false, { schema, table }],
    [true, { schema, table, count: true }],
  ],
  'GET /columns': [[false, { schema, pattern: '*name*' }]],
  'GET /structure': [[false, { schema }]],
  'GET /sessions': [[false, {}]],
  'POST /dataLineage': [[false, { schema, table: 'sagafilm_film' }]],
  'POST /compareSchema': [[false, { schema1: schema, schema2: 'like_it' }]],
  'POST /timeseriesTools': [
    [false, { action: 'list', schema }],
    ...['aggregate', 'analyze', 'detect', 'forecast'].map((action): [true, Json] => [
      true,
      { ...series, action, ...(action !== 'analyze' && { valueColumn: 'episode_id' }), interval: 'MONTH' },
    ]),
  ],
  'POST /export': ['csv', 'json', 'ndjson', 'xlsx'].map((format): [true, Json] => [true, { schema, table, format }]),
  'POST /dataProfile': [[true, { schema, table }]],
  'POST /compareData': [[true, pair]],
  'POST /dataDiff': [[true, pair]],
  'POST /dataValidator': [[true, { schema, table, rules: 'name:required' }]],
  'POST /duplicateDetection': [[true, { schema, table, columns: 'name' }]],
  'POST /referentialCheck': [[false, { schema, table: 'saga_people' }]],
  'POST /import': [
    [true, { schema, table, file: 'planets.csv' }],
    [true, { schema, table, file: 'planets.csv', truncate: true }],
  ],
  'POST /tableCopy': [
    [true, { sourceSchema: schema, sourceTable: table, targetSchema: schema, targetTable: 'more', includeData: true }],
  ],
  'POST /schemaClone': [[true, { source: schema, target: 'twin', includeData: true }]],
  'POST /query': [[true, { sql: `select * from ${table}` }]],
}

const send = (operation: string, input: Json, more?: Record<string, string>) => {
  const [method = '', path = ''] = operation.split(' ')
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
  return ask(method, `/api/v1${path}${query}`, method === 'GET' ? undefined : input, 'admin', more)
}
const EACH = Object.entries(REQUESTS).flatMap(([operation, inputs]) =>
  inputs.map(([needsRows, input]) => [operation, JSON.stringify(input), needsRows, input] as const),
)

const READS = [
  ...['Film', 'People', 'Planet', 'Species', 'Starship', 'Vehicle'].flatMap((set) => [
    ...[
      `/odata/v4/SagaFilm/${set}`,
      `/odata/v4/SagaFilm/${set}/$count`,
      `/odata/v4/SagaFilm/${set}?$count=true&$top=3`,
    ],
  ]),
  '/odata/v4/SagaFilm/Film?$expand=characters($expand=people)&$filter=IsActiveEntity eq false',
  '/odata/v4/SagaFilm/Planet?$apply=aggregate($count as n)',
  '/odata/v4/SagaFilm/People?$search=a',
  ...['/odata/v4/SagaEpisode/Episodes', '/odata/v4/SagaEpisode/Shows?$expand=episodes'],
  ...['/odata/v4/-data/Data', '/odata/v4/-data/Entities'],
]

test('every operation is asked here, but those about what the API itself has made', () => {
  const all = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(all.filter((operation) => !(operation in REQUESTS))).toEqual([])
})

test('while the user has its rights, all are answered', async () => {
  await ask('PUT', '/api/v1/files/planets.csv?overwrite=true', 'ID,name\n00000000-0000-4000-8000-00000000abcd,X\n')
  expect((await send('POST /schemaClone', { source: schema, target: 'like_it' })).status).toBe(200)
  for (const [operation, , , input] of EACH)
    if (!/import|tableCopy|schemaClone/.test(operation))
      expect([operation, input, (await send(operation, input)).status]).toEqual([operation, input, 200])
  for (const path of READS) expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
})

describe('when they are taken away', () => {
  beforeAll(async () => {
    await owner.query('REVOKE ALL ON ALL TABLES IN SCHEMA public FROM limited')
  })

  test.each(EACH)('%s %s', async (operation, _, needsRows, input) => {
    const { status, json } = await send(operation, input)
    if (needsRows) expect([status, json]).toMatchObject([403, { code: 'INSUFFICIENT_PRIVILEGE' }])
    else expect([status, json['code']]).toEqual([200, undefined])
  })

  test('work in the background ends with it', async () => {
    for (const operation of ['POST /export', 'POST /dataProfile', 'POST /import']) {
      const [, input] = REQUESTS[operation]![0]!
      const { json } = await send(operation, input, { prefer: 'respond-async' })
      expect([operation, json]).toMatchObject([operation, { status: 'running' }])
      const at = `/api/v1/operations/${String(json['operationId'])}`
      await until(async () => (await ask('GET', at)).json['status'] !== 'running')
      expect((await ask('GET', at)).json).toMatchObject({ status: 'failed', error: { code: 'INSUFFICIENT_PRIVILEGE' } })
    }
  })

  test('nothing that anybody can ask is a fault of the server', async () => {
    expect((await fuzzAdmin(server.url, 1977, 300)).problems).toEqual([])
  })

  test.each(READS)('GET %s', async (path) => {
    const { status, json } = await ask('GET', path)
    expect([status, json]).toMatchObject([403, { error: { code: 'INSUFFICIENT_PRIVILEGE' } }])
  })

  const etags = { film: 'W/"1"', edited: 'W/"1"', 'edited draft': 'W/"1"', 'fresh draft': 'W/"1"' }
  const writes = OPERATIONS.filter(({ isAdmin }) => !isAdmin)
  test.each(writes.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    const { method, path, body, headers } = operation.request(sceneOf(1, etags), 'x')
    const { status, json } = await ask(method, path, body, 'editor', headers)
    if (path.endsWith('/$batch')) {
      const { responses } = json as { responses: { status: number; body: { error: Json } }[] }
      const codes = responses.map((each) => [each.status, each.body.error['code']])
      expect(codes).toContainEqual([403, 'INSUFFICIENT_PRIVILEGE'])
      for (const each of codes)
        expect([
          [403, 'INSUFFICIENT_PRIVILEGE'],
          [424, 'FAILED_DEPENDENCY'],
        ]).toContainEqual(each)
    } else if (/^(?:POST|PATCH) link$/.test(operation.name)) expect(status).toBe(422)
    else expect([status, json]).toMatchObject([403, { error: { code: 'INSUFFICIENT_PRIVILEGE' } }])
  })

  test('all is answered again as soon as they are back', async () => {
    await owner.query('GRANT ALL ON ALL TABLES IN SCHEMA public TO limited')
    for (const path of READS) expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
    expect((await send('POST /export', { schema, table })).status).toBe(200)
  })
})
