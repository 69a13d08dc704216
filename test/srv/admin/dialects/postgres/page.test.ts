/** Pages of rows: each row stands on one of them, and an index that gives the order is read. */
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

/** Rows of the tables of which all pages are read. */
const [SALES, ENTRIES] = [runs(4_200, 21_000), runs(600, 3_000)]

const engine = useEngine('PostgreSQL')
const api = startEngineApi(engine, ROUTES)

/** All rows of a table, page by page. */
const pages = async (table: string, size: number, selection: Selection = {}): Promise<Row[]> => {
  const found: Row[] = []
  for (let offset = 0; ; offset += size) {
    const answer = await api.post('/export', { table, format: 'json', limit: size, offset, ...selection })
    if (!Array.isArray(answer['rows'])) throw new Error(JSON.stringify(answer))
    found.push(...(answer['rows'] as Row[]))
    if (answer['truncated'] !== true) return found
  }
}

/** How the database would read a page. */
const plan = async (table: string, selection: Selection & { readonly offset?: number }): Promise<string> => {
  const names = new CatalogNames(engine().dialect, null, clonedSchemas('none'))
  const context = { ...contextFor(engine()), names }
  return engine().database.read(unhurried(), async (session) => {
    const { statement } = exportQuery(context, await names.table(session, undefined, table), selection, 50)
    const lines = await session.query({ ...statement, sql: `EXPLAIN ${statement.sql}` })
    return lines.map((line) => Object.values(line).join()).join('\n')
  })
}

/** A table with indexes, and its rows. */
const sales = (table: string, rows: number): string[] => [
  `CREATE TABLE ${table} (id int PRIMARY KEY, kind text, at timestamptz, amount int)`,
  `INSERT INTO ${table} SELECT n, 'kind ' || n % 3, CASE WHEN n % 7 > 0 THEN timestamptz '2026-01-01Z' + n % 500 * interval '1 hour' END, n % 50
     FROM generate_series(1, ${String(rows)}) n`,
  `CREATE INDEX ON ${table} (at)`,
  `CREATE INDEX ON ${table} (kind)`,
  `CREATE INDEX ON ${table} (amount) WHERE amount > 10`,
]

beforeAll(async () => {
  await execute(
    engine().database,
    ...[...sales('sale', SALES), ...sales('large', 20_000)],
    `CREATE TABLE entry AS SELECT kind, amount, id FROM sale WHERE id <= ${String(ENTRIES)}`,
    `CREATE VIEW entries AS SELECT * FROM entry`,
    `CREATE TABLE base (id int PRIMARY KEY, name text)`,
    `CREATE TABLE child () INHERITS (base)`,
    `INSERT INTO base SELECT n, 'base' FROM generate_series(1, 30) n`,
    `INSERT INTO child SELECT n, 'child' FROM generate_series(1, 30) n`,
    `CREATE TABLE parted (id int, at int) PARTITION BY RANGE (id)`,
    `CREATE TABLE parted_a PARTITION OF parted FOR VALUES FROM (0) TO (50)`,
    `CREATE TABLE parted_b PARTITION OF parted FOR VALUES FROM (50) TO (1000)`,
    `INSERT INTO parted SELECT n, n % 2 FROM generate_series(0, 99) n`,
    `CREATE TABLE odd (doc json, place point, n int)`,
    `INSERT INTO odd SELECT '{}', '(1,2)', n % 2 FROM generate_series(1, 20) n`,
    `CREATE VIEW odds AS SELECT * FROM odd`,
  )
  await execute(engine().database, 'ANALYZE')
})

describe.each([
  ['entry', ENTRIES, {}],
  ['entry', ENTRIES, { orderBy: 'kind' }],
  ['entry', ENTRIES, { orderBy: 'amount desc' }],
  ['entry', ENTRIES / 3, { where: "kind = 'kind 1'" }],
  ['entries', ENTRIES, { orderBy: 'kind' }],
  ['sale', SALES, { orderBy: 'at' }],
  ['sale', SALES, { orderBy: 'at desc, kind' }],
  ['sale', (SALES / 7) * 6, { orderBy: 'at desc', where: 'at is not null' }],
  ['base', 60, {}],
  ['base', 60, { orderBy: 'id desc' }],
  ['parted', 100, {}],
  ['parted', 100, { orderBy: 'at' }],
] as const)('pages of %s (%i rows)', (table, total, selection) => {
  test(`show each row once: ${JSON.stringify(selection)}`, async () => {
    const size = Math.ceil(total / runs(5, 15))
    const found = await pages(table, size, selection)
    expect(found).toHaveLength(total)
    expect(new Set(found.map((row) => JSON.stringify(row))).size).toBe(total)
  })
})

test.each(['at', 'at desc', 'kind', 'kind desc', 'kind, at desc'])(
  'rows come by %s, NULL before all others',
  async (orderBy) => {
    const expected = orderBy
      .split(', ')
      .map((term) => (term.endsWith('desc') ? `${term} NULLS LAST` : `${term} NULLS FIRST`))
      .join(', ')
    const ids = await query(engine().database, `SELECT id FROM sale ORDER BY ${expected}, id`)
    expect((await pages('sale', SALES / runs(7, 21), { orderBy })).map(({ id }) => id)).toEqual(ids.map(({ id }) => id))
  },
)

test.each(['at', 'at desc', 'kind', 'kind desc', 'id desc'])(
  'the order by %s is read from the index',
  async (orderBy) => {
    const told = await plan('large', { orderBy })
    expect(told).toContain('Index')
    expect(told).not.toMatch(/Seq Scan on large/)
  },
)

test.each(['at', 'at desc', 'kind', 'kind desc, amount'])(
  'a page deep in the order by %s walks by the index alone',
  async (orderBy) => {
    const told = await plan('large', { orderBy, offset: 15_000 })
    expect(told).toMatch(/CTE seen[^]*Index Only Scan/)
  },
)

test('an index of some rows gives no order', async () => {
  expect(await plan('large', { orderBy: 'amount' })).toMatch(/Seq Scan on large/)
})

test('what is shown is not computed of rows that are passed over', async () => {
  const told = await plan('large', { offset: 15_000 })
  expect(told).toMatch(/Limit[^]*Index Only Scan/)
})

test('columns without an order are left out of ties', async () => {
  expect(await pages('odds', 6, { orderBy: 'n' })).toHaveLength(20)
  expect(await pages('odd', 6, { orderBy: 'n desc' })).toHaveLength(20)
})
