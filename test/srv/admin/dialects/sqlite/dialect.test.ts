/** Pages of rows: each row stands on one of them, in the same order however deep it lies. */
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { exportQuery } from '../../../../../srv/admin/operations/transfer/export/query.ts'
import { CatalogNames } from '../../../../../srv/admin/catalog/names.ts'
import { clonedSchemas } from '../../../../../srv/admin/catalog/registers.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, query, unhurried, useEngine } from '../../../../support/engines.ts'
import { runs } from '../../../../support/long.ts'
import { contextFor } from '../../../../support/operation-context.ts'

type Row = Readonly<Record<string, unknown>>
interface Selection {
  readonly orderBy?: string
  readonly where?: string
}

const TOTAL = runs(2_000, 5_000)
/** Where a page is deep. */
const DEEP = (TOTAL / 5) * 4

const engine = useEngine('SQLite file')
const api = startEngineApi(engine, ROUTES)

const page = async (table: string, offset: number, limit: number, selection: Selection): Promise<Row[]> => {
  const answer = await api.post('/export', { table, format: 'json', limit, offset, ...selection })
  if (!Array.isArray(answer['rows'])) throw new Error(JSON.stringify(answer))
  return answer['rows'] as Row[]
}

/** How the database would read a page. */
const plan = async (table: string, selection: Selection & { readonly offset?: number }): Promise<string> => {
  const names = new CatalogNames(engine().dialect, null, clonedSchemas('none'))
  const context = { ...contextFor(engine()), names }
  return engine().database.read(unhurried(), async (session) => {
    const { statement } = exportQuery(context, await names.table(session, undefined, table), selection, 50)
    const lines = await session.query({ ...statement, sql: `EXPLAIN QUERY PLAN ${statement.sql}` })
    return lines.map(({ detail }) => String(detail)).join('\n')
  })
}

beforeAll(async () => {
  const numbers = `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${String(TOTAL)})`
  await execute(
    engine().database,
    'CREATE TABLE sale (id INTEGER PRIMARY KEY, kind TEXT, at TEXT, amount INT NOT NULL, mixed, note TEXT)',
    `INSERT INTO sale ${numbers} SELECT n, 'kind ' || (n % 3), CASE WHEN n % 7 > 0 THEN '2026-01-' || (10 + n % 20) END, n * 31 % 1009,
            CASE n % 5 WHEN 0 THEN n WHEN 1 THEN 'text ' || (n % 40) WHEN 2 THEN x'00' WHEN 3 THEN n / 7.0 END, 'note ' || (n * 17 % 100) FROM s`,
    'CREATE INDEX sale_kind ON sale (kind)',
    'CREATE INDEX sale_at ON sale (at)',
    'CREATE INDEX sale_amount ON sale (amount)',
    'CREATE INDEX sale_mixed ON sale (mixed)',
    "CREATE INDEX sale_note ON sale (note) WHERE note > 'note 5'",
    'CREATE TABLE pair (a TEXT NOT NULL, b INT NOT NULL, c TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID',
    'CREATE INDEX pair_c ON pair (c)',
    `INSERT INTO pair SELECT 'a' || id % 5, id, at FROM sale`,
    'CREATE TABLE odd (n INTEGER PRIMARY KEY, v INT NOT NULL, a INT NOT NULL)',
    'CREATE INDEX odd_v ON odd (v)',
    `INSERT INTO odd SELECT id, id * 7 % 100, id * 13 % 90 FROM sale`,
    'CREATE TABLE loose (a TEXT PRIMARY KEY, b TEXT)',
    'CREATE INDEX loose_b ON loose (b)',
    `INSERT INTO loose SELECT CASE WHEN id % 2 THEN 'a' || id END, kind FROM sale`,
    'CREATE TABLE bare (a TEXT, b TEXT)',
    'INSERT INTO bare SELECT kind, note FROM sale',
  )
})

const inOrder = (orderBy: string): string =>
  orderBy
    .split(', ')
    .map((term) => (term.endsWith('desc') ? `${term} NULLS LAST` : `${term} NULLS FIRST`))
    .join(', ')

describe.each([
  [
    'sale',
    'id',
    [
      '',
      'id desc',
      'at',
      'at desc',
      'kind',
      'kind desc, at',
      'at, note desc',
      'amount',
      'amount desc',
      'mixed',
      'mixed desc',
      'note',
    ],
  ],
  ['odd', 'n', ['v', 'a', 'a desc', 'v desc, a']],
  ['pair', 'a, b', ['', 'c', 'c desc', 'a', 'a desc', 'b']],
] as const)('pages of %s', (table, key, orders) => {
  test.each(orders)('come in the order by %p', async (orderBy) => {
    const selection = orderBy === '' ? {} : { orderBy }
    const order = [orderBy === '' ? '' : inOrder(orderBy), key].filter(Boolean).join(', ')
    const expected = await query(engine().database, `SELECT ${key} FROM ${table} ORDER BY ${order}`)
    const found: Row[] = []
    for (let offset = 0; offset <= TOTAL; offset += 450) found.push(...(await page(table, offset, 450, selection)))
    const keyOf = (row: Row): string =>
      key
        .split(', ')
        .map((name) => String(row[name]))
        .join()
    expect(found.map(keyOf)).toEqual(expected.map(keyOf))
  })
})

test.each(['loose', 'bare'])('rows without a key that tells them apart stand on one page each: %s', async (table) => {
  const found: Row[] = []
  for (let offset = 0; offset <= TOTAL; offset += 450) found.push(...(await page(table, offset, 450, { orderBy: 'b' })))
  expect(found).toHaveLength(TOTAL)
})

test('a filter leaves the same rows on deep pages', async () => {
  const selection = { where: "kind <> 'kind 1'", orderBy: 'at desc' }
  const ids = await query(
    engine().database,
    `SELECT id FROM sale WHERE kind <> 'kind 1' ORDER BY at DESC NULLS LAST, id LIMIT 100 OFFSET 2000`,
  )
  expect((await page('sale', 2000, 100, selection)).map(({ id }) => id)).toEqual(ids.map(({ id }) => id))
})

test.each(['at', 'at desc', 'kind, note', 'amount desc'])('an index leads to a deep page by %s', async (orderBy) => {
  expect(await plan('sale', { orderBy, offset: DEEP })).toMatch(/USING COVERING INDEX/)
  expect(await plan('sale', { orderBy, offset: DEEP })).not.toMatch(/^SCAN r$/m)
})

test('an index leads to the first rows by several columns', async () => {
  expect(await plan('sale', { orderBy: 'kind, note' })).not.toMatch(/^SCAN r$/m)
})

test('an index of some rows gives no order', async () => {
  expect(await plan('sale', { orderBy: 'note', offset: DEEP })).toMatch(/SCAN r$/m)
})
