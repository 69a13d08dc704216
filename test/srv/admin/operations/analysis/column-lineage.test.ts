/** Which columns each column of a view is made of, however it is computed. */
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../../support/engines.ts'

const routes = ROUTES.filter(({ path }) => path === '/dataLineage')

/** Views in SQL that all engines share, and for each column where it comes from; `*` for what only chooses rows. */
const VIEWS: Readonly<Record<string, readonly [sql: string, columns: Readonly<Record<string, string>>]>> = {
  revenue: [
    'SELECT c.name, sum(o.total) AS revenue FROM orders o JOIN customers c ON c.id = o.buyer GROUP BY c.name',
    { name: 'customers.name', revenue: 'orders.total', '*': 'customers.id orders.buyer' },
  ],
  several: [
    `SELECT total - tax AS net, CASE WHEN tax > 0 THEN note ELSE 'none' END AS remark, 1 AS one FROM orders WHERE id > 5`,
    { net: 'orders.tax orders.total', remark: 'orders.note orders.tax', '*': 'orders.id' },
  ],
  used_twice: ['SELECT total * 2 AS twice FROM orders WHERE total > 0 ORDER BY total', { twice: 'orders.total' }],
  subquery: [
    'SELECT s.amount + 1 AS more, s.who FROM (SELECT sum(total) AS amount, buyer AS who FROM orders GROUP BY buyer) AS s WHERE s.amount > 0',
    { more: 'orders.total', who: 'orders.buyer' },
  ],
  common: [
    'WITH a AS (SELECT id, total - tax AS net FROM orders), b AS (SELECT id, net * 2 AS twice FROM a) SELECT b.twice + 1 AS more, c.name FROM b JOIN customers c ON c.id = b.id',
    { more: 'orders.tax orders.total', name: 'customers.name', '*': 'customers.id orders.id' },
  ],
  either: [
    `SELECT id AS number, upper(note) AS text FROM orders UNION ALL SELECT id + 1, name FROM customers ORDER BY 1`,
    { number: 'customers.id orders.id', text: 'customers.name orders.note' },
  ],
  looked_up: [
    'SELECT id, (SELECT max(total) FROM orders WHERE buyer = c.id) AS largest FROM customers c',
    { id: 'customers.id', largest: 'orders.total', '*': 'customers.id orders.buyer' },
  ],
  existing: [
    'SELECT name, CASE WHEN EXISTS (SELECT 1 FROM orders o WHERE (o.buyer = c.id)) THEN 1 ELSE 0 END AS buys FROM customers c',
    { name: 'customers.name', '*': 'customers.id orders.buyer' },
  ],
  value_and_condition: [
    'SELECT (SELECT max(total) FROM orders WHERE total > c.id AND tax IS NOT NULL) AS largest FROM customers c',
    { largest: 'orders.total', '*': 'customers.id orders.tax' },
  ],
  joined_within: [
    `SELECT o.note || (SELECT max(c.name) FROM customers c JOIN orders p ON p.buyer = c.id, customers d
       WHERE c.id IN (SELECT e.tax FROM orders e WHERE e.id = o.id) GROUP BY d.id HAVING max(p.tax) > 1) AS names FROM orders o`,
    { names: 'customers.name orders.note', '*': 'customers.id orders.buyer orders.id orders.tax' },
  ],
  latest: [
    'SELECT (SELECT o.note FROM orders o WHERE o.buyer = c.id ORDER BY o.total DESC, o.id LIMIT 1) AS note FROM customers c',
    { note: 'orders.note', '*': 'customers.id orders.buyer orders.id orders.total' },
  ],
  ordered_by_value: [
    'SELECT (SELECT o.total FROM orders o ORDER BY o.total DESC LIMIT 1) AS top FROM customers c',
    { top: 'orders.total' },
  ],
  grouped_within: [
    'SELECT (SELECT sum(o.total) AS s FROM orders o GROUP BY o.buyer, o.tax ORDER BY s DESC LIMIT 1) AS top FROM customers c',
    { top: 'orders.total', '*': 'orders.buyer orders.tax' },
  ],
  joined_in_brackets: [
    'SELECT (SELECT max(o.total) FROM (orders o JOIN customers d ON d.id = o.buyer)) AS top FROM orders',
    { top: 'orders.total', '*': 'customers.id orders.buyer' },
  ],
  in_arms: [
    `SELECT (SELECT a.note FROM orders a WHERE a.id = c.id UNION ALL SELECT b.note FROM orders b WHERE b.tax = 3) AS note FROM customers c`,
    { note: 'orders.note', '*': 'customers.id orders.id orders.tax' },
  ],
  through_parts: [
    `WITH asked AS (SELECT id, (SELECT max(total) FROM orders WHERE buyer = c.id) AS largest FROM customers c)
     SELECT largest + 1 AS more, (SELECT count(*) FROM orders o WHERE o.tax = a.largest) AS times FROM asked a`,
    { more: 'orders.total', '*': 'customers.id orders.buyer orders.tax orders.total' },
  ],
  counted_where: [
    'SELECT buyer, count(*) FILTER (WHERE tax > 0) AS taxed FROM orders GROUP BY buyer',
    { buyer: 'orders.buyer', taxed: 'orders.tax' },
  ],
  ranked: [
    'SELECT id, rank() OVER (PARTITION BY buyer ORDER BY total DESC) AS place FROM orders',
    { id: 'orders.id', place: 'orders.buyer orders.total' },
  ],
  everything: [
    'SELECT o.*, o.total / 2 AS half FROM orders o',
    {
      ...{ id: 'orders.id', buyer: 'orders.buyer', tax: 'orders.tax', note: 'orders.note' },
      ...{ total: 'orders.total', half: 'orders.total' },
    },
  ],
  of_views: [
    'SELECT r.revenue / 2 AS half, e.half AS other FROM revenue r, everything e',
    {
      ...{ half: 'revenue.revenue', other: 'everything.half' },
    },
  ],
  counted: ['SELECT count(*) AS n FROM orders GROUP BY buyer', { '*': 'orders.buyer' }],
  downwards: [
    'WITH RECURSIVE down(id, path) AS (SELECT id, note FROM orders UNION ALL SELECT d.id + 1, d.path || c.name FROM down d JOIN customers c ON c.id = d.id) SELECT path AS way, id FROM down',
    { way: 'customers.name orders.note', id: 'orders.id', '*': 'customers.id' },
  ],
  shadowed: [
    'WITH orders AS (SELECT id AS total FROM customers) SELECT total + 1 AS n FROM orders',
    { n: 'customers.id' },
  ],
}

/* eslint-disable @typescript-eslint/no-explicit-any -- an answer is arbitrary JSON until an assertion says more */
describe.each(DIALECT_ENGINES)('%s', (engineName) => {
  const engine = useEngine(engineName)
  const api = startEngineApi(engine, routes)
  const columnsOf = async (table: string): Promise<Record<string, string>> => {
    const { edges } = (await api.post('/dataLineage', { table, depth: 1, columnLevel: true })) as any
    const found: Partial<Record<string, string[]>> = {}
    for (const { source, columns } of edges)
      for (const flow of columns) (found[flow.target ?? '*'] ??= []).push(`${source.split('.').pop()}.${flow.source}`)
    return Object.fromEntries(Object.entries(found).map(([name, sources = []]) => [name, sources.sort().join(' ')]))
  }

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE customers (id int PRIMARY KEY, name text)',
      'CREATE TABLE orders (id int PRIMARY KEY, buyer int, total int, tax int, note text)',
      ...Object.entries(VIEWS).map(([name, [sql]]) => `CREATE VIEW ${name} AS ${sql}`),
    ),
  )

  it.each(Object.keys(VIEWS))('%s', async (name) => {
    expect(await columnsOf(name)).toEqual(VIEWS[name]?.[1])
  })
})

describe('PostgreSQL alone', () => {
  const engine = useEngine('PostgreSQL')
  const api = startEngineApi(engine, routes)
  const ask = (table: string): Promise<any> => api.post('/dataLineage', { table, depth: 1, columnLevel: true })
  const targets = async (table: string) =>
    ((await ask(table)).edges as any[])
      .flatMap(({ columns }) => columns.map(({ source, target }: any) => `${String(source)} -> ${String(target)}`))
      .sort()

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE t (a int, b int, ":c d" int, j jsonb)',
      'CREATE TABLE u (a int, e int)',
      'CREATE VIEW merged AS SELECT a, b + e AS sum FROM t FULL JOIN u USING (a)',
      'CREATE VIEW lateral_one AS SELECT l.x FROM t, LATERAL (SELECT t.b * u.e AS x FROM u WHERE u.a = t.a) l',
      `CREATE VIEW odd AS SELECT ":c d" + 1 AS ":resno 1", 'it''s \\ {TARGETENTRY (' AS s FROM t`,
      'CREATE VIEW listed AS SELECT v.x FROM t, LATERAL (VALUES (t.a), (t.b)) AS v(x)',
      `CREATE VIEW spread AS SELECT e.value FROM t, jsonb_each(t.j) e`,
      'CREATE VIEW grouped AS SELECT a + 1 AS next, count(*) FILTER (WHERE b > 0) AS n FROM t GROUP BY GROUPING SETS ((a + 1), ())',
      'CREATE VIEW whole_row AS SELECT u AS w, to_jsonb(u) AS j, u.a FROM u',
      'CREATE VIEW row_within AS SELECT (q.r).e AS x FROM (SELECT u AS r FROM u) q',
      'CREATE MATERIALIZED VIEW kept AS SELECT max(b) AS top FROM t',
      `CREATE FUNCTION ${'f'.repeat(60)}(a_long_argument_name int, another_one int) RETURNS int LANGUAGE sql STABLE AS 'SELECT max(b) FROM t'`,
      `CREATE VIEW called AS SELECT ${'f'.repeat(60)}(1, 2) AS x`,
    ),
  )

  it.each([
    ['merged', ['a -> a', 'a -> a', 'b -> sum', 'e -> sum']],
    ['lateral_one', ['a -> null', 'a -> null', 'b -> x', 'e -> x']],
    ['odd', [':c d -> :resno 1']],
    ['listed', ['a -> x', 'b -> x']],
    ['spread', ['j -> value']],
    ['grouped', ['a -> next', 'b -> n']],
    ['whole_row', ['a -> a', 'a -> j', 'a -> w', 'e -> j', 'e -> w']],
    ['row_within', ['a -> x', 'e -> x']],
    ['kept', ['b -> top']],
  ])('%s', async (name, expected) => {
    expect(await targets(name)).toEqual(expected)
  })

  it('long names of functions are whole', async () => {
    const answer = await api.post('/dataLineage', { table: 'called', depth: 2 })
    const id = (answer as any).nodes.find(({ type }: any) => type === 'procedure').id
    expect(id).toContain('another_one integer)')
    expect((answer as any).transformations.map(({ object }: any) => object)).toContain(id)
  })
})
