/**
 * The administration API answers alike on SQLite and PostgreSQL, but for what the engines themselves are.
 * @long: asks for everything on both engines.
 */
import { startServerOn } from './support/server-on.ts'
import type { ServerProcess } from './support/server-process.ts'

type Json = Record<string, unknown>
interface Side {
  readonly server: ServerProcess
  readonly schema: string
}

const env = { CDS_CONFIG: JSON.stringify({ admin: { rateLimit: { requests: 10_000 } } }) }
let sides: readonly [Side, Side]

beforeAll(async () => {
  const [sqlite, postgres] = await Promise.all([startServerOn('sqlite', env), startServerOn('postgres', env)])
  sides = [
    { server: sqlite, schema: 'main' },
    { server: postgres, schema: 'public' },
  ]
}, 120_000)
afterAll(() => Promise.all(sides.map(({ server }) => server.stop())))

const send = (server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/json', ...init.headers },
  })

/** What each side answers, names in lower case: SQLite keeps theirs, PostgreSQL folds them. */
const both = async (request: (side: Side) => readonly [path: string, body?: Json]): Promise<[unknown, unknown]> => {
  const answers = sides.map(async (side) => {
    const [path, body] = request(side)
    const answer = await send(side.server, path, body && { method: 'POST', body: JSON.stringify(body) })
    const text = (await answer.text()).replaceAll(`"${side.schema}"`, '"the schema"')
    return { status: answer.status, ...namesFolded(JSON.parse(text) as Json) }
  })
  return (await Promise.all(answers)) as [unknown, unknown]
}

/** What tells the engine, the time or the size is no answer about the data; CAP has one more table on PostgreSQL. */
const ENGINE_OWN =
  /^(?:engine|type|timestamp|checkedat|sizebytes|durationms|owner|definition|checks|details|tablecount)$/
const NAMES = /^(?:name|table|file|defaultedcolumns|ignoredfilecolumns)$/

const namesFolded = (value: Json): Json =>
  Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key.toLowerCase(), item] as const)
      .filter(([key]) => !ENGINE_OWN.test(key))
      .map(([key, item]) => [
        key,
        NAMES.test(key) ? lower(item) : key === 'content' ? headerFolded(item) : folded(item),
      ]),
  )

const lower = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(lower) : typeof value === 'string' ? value.toLowerCase() : value

/** The names in the first line of CSV. */
const headerFolded = (content: unknown): string => String(content).replace(/^[^{\r\n]*/, (line) => line.toLowerCase())

const folded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(folded)
  return typeof value === 'object' && value !== null ? namesFolded(value as Json) : value
}

/** SQLite counts the rows of small files, PostgreSQL has estimates. */
const withoutRowCounts = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key.startsWith('rowcount') ? undefined : value)))

const listed = async ({ server, schema }: Side, kind: 'tables' | 'views'): Promise<string[]> => {
  const answer = (await (await send(server, `/${kind}?schema=${schema}`)).json()) as Record<string, { name: string }[]>
  return (answer[kind] ?? []).map(({ name }) => name.toLowerCase()).filter((name) => name !== 'cds_model')
}

test.each(['tables', 'views'] as const)('the same %s are there', async (kind) => {
  const [ours, theirs] = await Promise.all(sides.map((side) => listed(side, kind)))
  expect(ours?.length).toBeGreaterThan(20)
  expect(theirs).toEqual(ours?.sort())
  for (const name of ours ?? []) {
    const [sqlite, postgres] = await both(({ schema }) => [`/${kind}?schema=${schema}&pattern=${name}`])
    expect(withoutRowCounts(postgres)).toEqual(withoutRowCounts(sqlite))
  }
})

test('every table and view has the same rows, those of tables in the same order', async () => {
  for (const kind of ['tables', 'views'] as const)
    for (const table of await listed(sides[0], kind)) {
      const exports = await both(() => ['/export', { table, format: 'json', limit: 100_000 }])
      const [sqlite, postgres] = exports.map((answer) => {
        const { rows, ...rest } = answer as { rows: Json[] }
        const texts = rows.map((row) => JSON.stringify(row))
        return { ...rest, table, rows: kind === 'views' ? texts.sort() : texts }
      })
      expect(postgres).toEqual(sqlite)
    }
})

test.each(['csv', 'ndjson'])('people are the same in %s, with a filter and an order', async (format) => {
  const body = {
    table: 'saga_People',
    format,
    where: `name like '%a%' or hair_color like 'b%'`,
    orderBy: 'name desc',
    limit: 50,
  }
  const [sqlite, postgres] = (await both(() => ['/export', { ...body, columns: 'name,mass,birth_year' }])) as [
    Json,
    Json,
  ]
  expect(sqlite).toMatchObject({ rowcount: 50, truncated: true })
  expect(postgres).toEqual(sqlite)
})

test.each<[string, Json?]>([
  ['/dbInfo?details=maybe'],
  ['/tables'],
  ['/tables?schema=nowhere'],
  ['/views?schema=nowhere'],
  ['/views?limit=100000'],
  ['/schemas?pattern=x*'],
  ['/schemas'],
  ['/alerts?severity=high'],
  ['/xsaServices'],
  ['/export', {}],
  ['/export', { table: 'saga_Flim' }],
  ['/export', { table: 'saga_Film', columns: 'titel' }],
  ['/export', { table: 'saga_Film', where: 'title = null' }],
  ['/export', { table: 'saga_Film', where: 'title = 5' }],
  ['/export', { table: 'saga_Film', limit: 0 }],
  ['/export', { table: 'saga_Film', limit: 1e9 }],
  ['/import', { table: 'saga_Film' }],
  ['/import', { table: 'saga_Film', file: 'nothing.csv' }],
  ['/import', { table: 'SagaFilm_Film', file: 'nothing.csv' }],
  ['/import', { table: 'cds_outbox_Messages', file: 'nothing.csv' }],
])('%s %j', async (...request) => {
  const [sqlite, postgres] = await both(() => request)
  expect(postgres).toEqual(sqlite)
})

test.each(['/dbInfo', '/dbInfo?details=true', '/alerts', '/replicationStatus', '/sdiTasks', '/xsaServices'])(
  '%s has the same fields',
  async (path) => {
    const [sqlite, postgres] = await both(() => [path])
    const fields = (answer: unknown): string[] => Object.keys(answer as Json).filter((field) => field !== 'reason')
    expect(fields(postgres)).toEqual(fields(sqlite))
  },
)

test('a file is imported alike, with its bad rows', async () => {
  const content = [
    'id,name,diameter,climate',
    '00000000-0000-4000-8000-000000000001,Nowhere,10,""',
    '00000000-0000-4000-8000-000000000001,Again,10,',
    ',No key,10,',
    `00000000-0000-4000-8000-000000000002,${'x'.repeat(200)},1,`,
  ].join('\n')
  const name = 'same-answers.csv'
  for (const { server } of sides)
    expect((await send(server, `/files/${name}?overwrite=true`, { method: 'PUT', body: content })).status).toBe(200)
  for (const more of [{ dryRun: true, onError: 'skip' }, { onError: 'skip' }, { onError: 'skip', maxErrors: 1 }]) {
    const [sqlite, postgres] = (await both(() => ['/import', { table: 'saga_Planet', file: name, ...more }])) as [
      Json,
      Json,
    ]
    const known = ({ errors, ...rest }: Json): Json => ({
      ...rest,
      errors: (errors as Json[] | undefined)?.map(({ line, column, code }) => ({ line, column, code })),
    })
    expect(known(postgres)).toEqual(known(sqlite))
  }
  const [sqlite, postgres] = await both(() => ['/export', { table: 'saga_Planet', where: `name = 'Nowhere'` }])
  expect(sqlite).toMatchObject({ rowcount: 1 })
  expect((postgres as Json)['content']).toEqual(expect.stringContaining(',Nowhere,10,,,,,"",,'))
  for (const { server } of sides) await send(server, `/files/${name}`, { method: 'DELETE' })
})
