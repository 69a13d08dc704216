/** Beside CAP's own connections: a statement has the same result on either. */
import { createRequire } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { defineFunctions } from '../../../../srv/platform/readers/connection.ts'

interface CapConnection {
  prepare(sql: string): { all(values: unknown[]): Record<string, unknown>[] }
  close(): void
}
interface Service {
  readonly prototype: { readonly factory: { create(): Promise<CapConnection> } }
}

const database = new DatabaseSync(':memory:')
let cap: CapConnection

beforeAll(async () => {
  const { prototype } = createRequire(__filename)('@cap-js/sqlite') as Service
  const service = { options: {}, url4: () => ':memory:' }
  cap = await Reflect.get<Service['prototype'], 'factory'>(prototype, 'factory', service).create()
  defineFunctions(database, (name) => (name === '$user.id' ? 'alice' : null))
})
afterAll(() => {
  cap.close()
  database.close()
})

const NAMES = 'SELECT DISTINCT name FROM pragma_function_list WHERE NOT builtin ORDER BY name'
/** Nothing that is served here has vectors. */
const VECTORS = ['cosine_similarity', 'l2distance', 'l2normalize', 'vector_embedding']

test('there are all functions of CAP', () => {
  const names = cap
    .prepare(NAMES)
    .all([])
    .map(({ name }) => String(name).toLowerCase())
  const ours = new Set(
    database
      .prepare(NAMES)
      .all()
      .map(({ name }) => String(name).toLowerCase()),
  )
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !ours.has(name))).toEqual(VECTORS)
})

const resultOf = (run: () => Record<string, unknown>[]): unknown => {
  try {
    return run()[0]?.['result']
  } catch (error) {
    return `fails with ${String((error as { code?: unknown }).code)}`
  }
}

const VALUES = [
  ...[
    '2024-02-29',
    '2024-02-29T23:59:58Z',
    '2024-02-29T23:59:58.123+02:00',
    '2024-02-29 23:59:58',
    '23:59:58',
    '1:2:3',
  ],
  ...['', 'Äpfel', 'nothing', null, 0, 5, 1.5, '0'],
]

test.each(['ISO', 'year', 'month', 'day', 'hour', 'minute', 'second'])('%s', (name) => {
  const sql = `SELECT ${name}(?) AS result`
  for (const value of VALUES)
    expect([value, resultOf(() => database.prepare(sql).all(value))]).toEqual([
      value,
      resultOf(() => cap.prepare(sql).all([value])),
    ])
})

test.each([
  ['^Ä', 'Äpfel'],
  ['l$', 'Äpfel'],
  ['x', null],
  ['5', 5],
  ['(', 'x'],
])('%s as a pattern of %s', (pattern, text) => {
  const sql = 'SELECT ? REGEXP ? AS result'
  expect(resultOf(() => database.prepare(sql).all(text, pattern))).toEqual(
    resultOf(() => cap.prepare(sql).all([text, pattern])),
  )
})

test('letter case beyond ASCII, and the session', () => {
  const sql = `SELECT lower('ÄÖ') || upper('äö') || session_context('$user.id') AS a, lower(NULL) AS b, session_context('x') AS c, lower(5) AS d`
  expect({ ...database.prepare(sql).get() }).toEqual({ a: 'äöÄÖalice', b: null, c: null, d: '5' })
})
