import type { Model, ModelEntity } from '../../../../../srv/admin/core/model.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../../support/engines.ts'

const routes = ROUTES.filter(({ path }) => path === '/dataLineage')

const entity = (name: string, rest: Partial<ModelEntity>): ModelEntity => ({
  name,
  ...{ table: null, keys: [], managedColumns: [], sensitiveColumns: [] },
  ...{ associations: [], assertions: [], sources: [], service: null },
  ...rest,
})
const link = (columns: string, targetTable: string) => ({
  name: columns,
  columns: [columns],
  targetTable,
  targetColumns: ['id'],
})
const model: Model = {
  services: [],
  entities: [
    entity('my.Orders', { table: 'ORDERS', associations: [link('buyer_id', 'customers')] }),
    entity('my.Customers', { table: 'Customers', associations: [link('last_order_id', 'orders')] }),
    entity('Shop.Totals', { table: 'totals', sources: ['my.Orders'], service: 'Shop' }),
    entity('Shop.Orders', { sources: ['my.Orders'], service: 'Shop' }),
    entity('Admin.Orders', { sources: ['Shop.Orders'], service: 'Admin' }),
  ],
}

/* eslint-disable @typescript-eslint/no-explicit-any -- an answer is arbitrary JSON until an assertion says more */
const drawn = ({ edges }: any): string[] =>
  edges.map(({ source, target, type }: any) => `${short(source)} -${String(type)}-> ${short(target)}`).sort()
const columnsOf = ({ columns }: any): string[] =>
  columns.map(({ source, target }: any) => `${String(source)} -> ${String(target)}`).sort()
const levels = ({ nodes }: any): Record<string, string> =>
  Object.fromEntries(nodes.map(({ id, direction, level }: any) => [short(id), `${String(direction)} ${String(level)}`]))
const short = (id: string): string => id.replace(/^(main|public)\./, '')

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, routes, { model })
  const isPostgres = name === 'PostgreSQL'
  const ask = (body: Record<string, unknown>, user = 'operator') => api.post('/dataLineage', body, user) as Promise<any>

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(20), last_order_id INTEGER)',
      'CREATE TABLE orders (id INTEGER PRIMARY KEY, buyer_id INTEGER, amount INTEGER, note VARCHAR(20))',
      'CREATE TABLE log (id INTEGER PRIMARY KEY, message VARCHAR(20))',
      'CREATE VIEW positive AS SELECT id, buyer_id, amount * 2 AS twice FROM orders WHERE amount > 0',
      'CREATE VIEW totals AS SELECT c.name, sum(p.twice) AS total FROM positive p JOIN customers c ON c.id = p.buyer_id GROUP BY c.name',
      'CREATE VIEW best AS SELECT name FROM totals WHERE total > (SELECT count(*) FROM log)',
      // A CTE is no table, not even one that is called like one.
      'CREATE VIEW with_cte AS WITH log AS (SELECT id, note FROM orders) SELECT note AS remark FROM log',
      `CREATE VIEW "odd ""v.iew" AS SELECT id AS "a""b" FROM log`,
    ),
  )

  it('follows a chain of views to the tables at its end', async () => {
    const answer = await ask({ table: 'BEST' })
    expect(answer).toMatchObject({
      success: true,
      rootTable: 'best',
      schema: engine().schema,
      direction: 'upstream',
      depth: 5,
      sourceCount: 5,
      targetCount: 0,
      transformationCount: 3,
      method: isPostgres ? 'catalog' : 'authorizer',
      nodeTotal: 6,
      truncated: false,
      depthReached: false,
      cycles: [],
      unresolved: [],
    })
    expect(drawn(answer)).toEqual([
      'customers -view-> totals',
      'log -view-> best',
      'orders -view-> positive',
      'positive -view-> totals',
      'totals -view-> best',
    ])
    expect(levels(answer)).toEqual({
      best: 'root 0',
      log: 'upstream 1',
      totals: 'upstream 1',
      customers: 'upstream 2',
      positive: 'upstream 2',
      orders: 'upstream 3',
    })
    expect(answer.nodes.find(({ name: of }: any) => of === 'orders').type).toBe('table')
    expect(answer.nodes.find(({ name: of }: any) => of === 'totals').type).toBe('view')
    expect(answer.edges[0]).not.toHaveProperty('columns')
  })

  it('goes no deeper than asked for, and says that there is more', async () => {
    const answer = await ask({ table: 'best', depth: 1 })
    expect(drawn(answer)).toEqual(['log -view-> best', 'totals -view-> best'])
    expect(answer).toMatchObject({ depthReached: true, truncated: false, nodeTotal: 3 })
  })

  it('lists no more nodes than asked for, and says how many there are', async () => {
    const answer = await ask({ table: 'best', maxNodes: 2 })
    expect(answer).toMatchObject({ truncated: true, nodeTotal: 6 })
    expect(drawn(answer)).toEqual(['log -view-> best'])
  })

  it('finds what is computed from a table, down to the services', async () => {
    const answer = await ask({ table: 'orders', direction: 'downstream' })
    expect(drawn(answer)).toEqual([
      'orders -model-> service:Shop.Orders',
      'orders -view-> positive',
      'orders -view-> with_cte',
      'positive -view-> totals',
      'service:Shop.Orders -model-> service:Admin.Orders',
      'totals -model-> service:Shop.Totals',
      'totals -view-> best',
    ])
    expect(answer.nodes.find(({ id }: any) => id === 'service:Shop.Orders')).toEqual({
      id: 'service:Shop.Orders',
      schema: null,
      name: 'Shop.Orders',
      type: 'service',
      direction: 'downstream',
      level: 1,
    })
    expect(answer).toMatchObject({ sourceCount: 0, targetCount: 7 })
  })

  it('looks both ways, and not around corners', async () => {
    const answer = await ask({ table: 'positive', direction: 'bidirectional' })
    expect(levels(answer)).toEqual({
      positive: 'root 0',
      orders: 'upstream 1',
      totals: 'downstream 1',
      best: 'downstream 2',
      'service:Shop.Totals': 'downstream 2',
    })
  })

  it('tells columns', async () => {
    const [edge] = (await ask({ table: 'positive', depth: 1, columnLevel: true })).edges
    expect(columnsOf(edge)).toEqual(['amount -> twice', 'buyer_id -> buyer_id', 'id -> id'])
    const cte = await ask({ table: 'with_cte', columnLevel: true })
    expect(drawn(cte)).toEqual(['orders -view-> with_cte'])
    expect(columnsOf(cte.edges[0])).toEqual(['id -> null', 'note -> remark'])
    const { edges } = await ask({ table: 'totals', columnLevel: true, depth: 1 })
    const [customers, positive] = edges
    expect(columnsOf(customers)).toEqual(['id -> null', 'name -> name'])
    expect(columnsOf(positive)).toEqual(['buyer_id -> null', 'twice -> total'])
  })

  it('tells columns that are shown more than once, through subqueries, and under any name', async () => {
    await execute(
      engine().database,
      `CREATE VIEW hidden AS
         WITH a AS (SELECT id AS key, amount FROM orders), b AS (SELECT key AS "k{}) \\ "":resno 9", amount + 1 AS more FROM a)
       SELECT c.name AS "a b", c.name AS again, b."k{}) \\ "":resno 9" AS "{", b.more,
              (SELECT max(o.buyer_id) FROM orders o WHERE o.note = c.name) AS top, '{TARGETENTRY }' AS text
         FROM b JOIN (SELECT id, name FROM customers) c ON c.id = b."k{}) \\ "":resno 9"`,
    )
    const [customers, orders] = (await ask({ table: 'hidden', columnLevel: true })).edges
    expect(columnsOf(customers)).toEqual(['id -> null', 'name -> a b', 'name -> again', 'name -> null'])
    expect(columnsOf(orders)).toEqual(['amount -> more', 'buyer_id -> top', 'id -> {', 'note -> null'])
    await execute(engine().database, 'DROP VIEW hidden')
  })

  it('takes references for flows on request, those of the model too, and tells cycles', async () => {
    const answer = await ask({ table: 'orders', includeForeignKeys: true, columnLevel: true })
    expect(drawn(answer)).toEqual(['customers -reference-> orders', 'orders -reference-> customers'])
    expect(answer.cycles.map((cycle: string[]) => cycle.map(short))).toEqual([['customers', 'orders']])
    expect(answer.edges[0].columns).toEqual([{ source: 'id', target: 'buyer_id' }])
    expect(levels(answer)).toEqual({ orders: 'root 0', customers: 'upstream 1' })
    expect((await ask({ table: 'orders' })).edges).toEqual([])
  })

  it('shows definitions to operators only', async () => {
    const shown = (await ask({ table: 'with_cte' })).transformations
    expect(shown).toEqual([
      {
        object: `${engine().schema}.with_cte`,
        name: 'with_cte',
        type: 'view',
        definition: expect.stringMatching(/WITH log AS/i),
      },
    ])
    const hidden = (await ask({ table: 'with_cte' }, 'viewer')).transformations
    expect(hidden).toEqual([{ object: `${engine().schema}.with_cte`, name: 'with_cte', type: 'view' }])
    const none = await ask({ table: 'with_cte', includeTransformations: false })
    expect(none).not.toHaveProperty('transformations')
    expect(none.transformationCount).toBe(1)
  })

  it('answers in the formats of other tools', async () => {
    const odd = { table: `odd "v.iew`, columnLevel: true }
    const csv = await ask({ ...odd, format: 'csv' })
    const schema = engine().schema
    const header = 'source,target,type,sourceColumn,targetColumn'
    const edge = `${schema}.log,"${schema}.""odd """"v.iew""",view,id,"a""b"`
    expect(csv.content).toBe(`${header}\r\n${edge}\r\n`)
    const graphml = await ask({ ...odd, format: 'graphml' })
    expect(graphml.content).toContain(`<data key="name">odd &quot;v.iew</data>`)
    const mermaid = await ask({ ...odd, format: 'mermaid' })
    expect(mermaid.content).toContain('  n1 -->|view| n0\n')
    const { events } = await ask({ ...odd, format: 'openlineage' })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      job: { name: `view:${schema}."odd ""v.iew"` },
      inputs: [{ name: `${schema}.log` }],
      outputs: [{ name: `${schema}."odd ""v.iew"` }],
    })
  })

  it.each([
    [{ table: 'nothing' }, 'TABLE_NOT_FOUND'],
    [{ table: 'orders', depth: 21 }, 'LIMIT_TOO_LARGE'],
    [{ table: 'orders', maxNodes: 5_001 }, 'LIMIT_TOO_LARGE'],
    [{ table: 'orders', depth: 0 }, 'INVALID_PARAMETER'],
    [{ table: 'orders', direction: 'sideways' }, 'INVALID_PARAMETER'],
    [{}, 'MISSING_PARAMETER'],
  ])('refuses %j', async (body, code) => {
    expect(await ask(body)).toMatchObject({ success: false, code })
  })

  if (isPostgres) {
    it('follows triggers to their functions, functions with a body in SQL, materialized views and partitions', async () => {
      await execute(
        engine().database,
        `CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (NEW.id); RETURN NEW; END $$`,
        `CREATE TRIGGER on_change AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION note_change()`,
        `CREATE FUNCTION latest() RETURNS integer STABLE LANGUAGE sql BEGIN ATOMIC SELECT max(id) FROM log; END`,
        `CREATE MATERIALIZED VIEW kept AS SELECT latest() AS id, count(*) AS n FROM best`,
        `CREATE TABLE parts (id INTEGER) PARTITION BY RANGE (id)`,
        `CREATE TABLE part PARTITION OF parts FOR VALUES FROM (0) TO (9)`,
        `CREATE SCHEMA closed`,
        `CREATE VIEW closed.outside AS SELECT id FROM parts`,
      )
      const kept = await ask({ table: 'kept', depth: 2 })
      expect(drawn(kept)).toEqual([
        'best -view-> kept',
        'latest() -function-> kept',
        'log -function-> latest()',
        'log -view-> best',
        'totals -view-> best',
      ])
      expect(kept.nodes[0].type).toBe('materialized')
      const changed = await ask({ table: 'customers', direction: 'downstream', depth: 1 })
      expect(drawn(changed)).toEqual(['customers -trigger-> note_change()', 'customers -view-> totals'])
      expect(changed.unresolved).toEqual([
        { schema: 'public', object: 'note_change()', reason: expect.stringMatching(/plpgsql .* read from its text/) },
      ])
      expect(changed.transformations).toContainEqual({
        object: 'public.customers',
        name: 'on_change',
        type: 'trigger',
        definition: expect.stringMatching(/AFTER INSERT/),
      })
      const log = await ask({ table: 'log', depth: 2 })
      expect(drawn(log)).toEqual(['customers -trigger-> note_change()', 'note_change() -trigger-> log'])
      expect(log.unresolved).toEqual([expect.objectContaining({ object: 'note_change()' })])
      const parts = await ask({ table: 'parts', direction: 'bidirectional' })
      expect(drawn(parts)).toEqual(['part -view-> parts', 'parts -view-> closed.outside'])
    })
    it('follows what functions read and write by their texts, through cycles', async () => {
      const plpgsql = (function_: string, body: string) =>
        `CREATE FUNCTION ${function_} LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`
      await execute(
        engine().database,
        'CREATE TABLE a (x INTEGER, y INTEGER)',
        'CREATE TABLE b (x INTEGER)',
        'CREATE TABLE c (x INTEGER)',
        'CREATE TABLE "D""d" (x INTEGER)',
        plpgsql(
          'a_to_b() RETURNS trigger',
          `INSERT INTO b SELECT x FROM public.c WHERE c.x = NEW.x; -- FROM log
          UPDATE "D""d" SET x = 2; EXECUTE 'INSERT INTO log'; RETURN NEW;`,
        ),
        plpgsql('b_to_a() RETURNS trigger', 'DELETE FROM a WHERE x = OLD.x; RETURN OLD;'),
        'CREATE TRIGGER a_to_b AFTER UPDATE OF y ON a FOR EACH ROW EXECUTE FUNCTION a_to_b()',
        'CREATE TRIGGER b_to_a AFTER DELETE ON b FOR EACH ROW EXECUTE FUNCTION b_to_a()',
        'CREATE FUNCTION fill() RETURNS void LANGUAGE sql BEGIN ATOMIC INSERT INTO c SELECT x FROM "D""d"; END',
      )
      const answer = await ask({ table: 'a', direction: 'bidirectional', depth: 9 })
      expect(drawn(answer)).toEqual([
        '"D""d" -function-> fill()',
        'a -trigger-> a_to_b()',
        'a_to_b() -trigger-> "D""d"',
        'a_to_b() -trigger-> b',
        'b -trigger-> b_to_a()',
        'b_to_a() -trigger-> a',
        'c -function-> a_to_b()',
        'fill() -function-> c',
      ])
      expect(answer.unresolved.map(({ object }: any) => object)).toEqual(['a_to_b()', 'b_to_a()', 'fill()'])
    })
  } else {
    it('follows triggers statement by statement, through cycles', async () => {
      await execute(
        engine().database,
        'CREATE TABLE a (x INTEGER, y INTEGER)',
        'CREATE TABLE b (x INTEGER)',
        'CREATE TABLE c (x INTEGER)',
        'CREATE TABLE d (x INTEGER)',
        `CREATE TRIGGER a_to_b AFTER UPDATE OF y ON a WHEN NEW.y > 0 BEGIN
           INSERT INTO b SELECT x FROM c WHERE c.x = NEW.x; -- a comment; with 'quotes
           UPDATE d SET x = CASE WHEN x > 1 THEN 1 ELSE 2 END;
         END`,
        `CREATE TRIGGER b_to_a AFTER DELETE ON b BEGIN DELETE FROM a WHERE x = OLD.x; END`,
        `CREATE TRIGGER new_best INSTEAD OF INSERT ON best BEGIN INSERT INTO log (message) VALUES (NEW.name || ';'); END`,
      )
      const answer = await ask({ table: 'a', direction: 'bidirectional', columnLevel: true })
      expect(drawn(answer)).toEqual(['a -trigger-> b', 'a -trigger-> d', 'b -trigger-> a', 'c -trigger-> b'])
      expect(answer.cycles.map((cycle: string[]) => cycle.map(short))).toEqual([['a', 'b']])
      expect(levels(answer)).toEqual({ a: 'root 0', b: 'both 1', d: 'downstream 1', c: 'upstream 2' })
      const flow = answer.edges.find(({ source, target }: any) => short(source) === 'a' && short(target) === 'b')
      // The condition of the trigger counts for each of its statements.
      expect(flow.columns).toEqual([
        { source: 'y', target: null },
        { source: 'x', target: null },
      ])
      expect(answer.transformations.map(({ name: of, type }: any) => [of, type])).toEqual([
        ['a_to_b', 'trigger'],
        ['b_to_a', 'trigger'],
      ])
      const best = await ask({ table: 'log', direction: 'upstream', depth: 1 })
      expect(drawn(best)).toEqual(['best -trigger-> log', 'log -view-> best'])
    })

    it('tells views that cannot be compiled', async () => {
      await execute(
        engine().database,
        'CREATE VIEW broken AS SELECT * FROM missing_table',
        'CREATE VIEW on_broken AS SELECT * FROM broken',
      )
      const answer = await ask({ table: 'orders', direction: 'downstream' })
      expect(answer.unresolved.map(({ object }: any) => object)).toEqual(['broken', 'on_broken'])
      await execute(engine().database, 'DROP VIEW broken', 'DROP VIEW on_broken')
    })
  }
})
