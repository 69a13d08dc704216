import cds from '@sap/cds'
import type { Model } from '../../../../../srv/admin/core/model.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { type Definition, readModel } from '../../../../../srv/admin/model/read-model.ts'
import { ROOT } from '../../../../support/app.ts'
import { counted, type Counts } from '../../../../support/counted.ts'
import { fillTable, startEngineApi, type TestColumn } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, query, useEngine } from '../../../../support/engines.ts'
import { whileLocked } from '../../../../support/while-locked.ts'

const routes = ROUTES.filter(({ path }) => ['/referentialCheck', '/dataValidator', '/schemaClone'].includes(path))

const text = (name: string): TestColumn => ({ name, kind: 'text' })
const key = (name: string): TestColumn => ({ name, kind: 'text', isKey: true })

/** The model of this application: filled before the tests, read by the operations when they run. */
const model: Model = { entities: [], services: [] }

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const counts: Counts = { transactions: 0, statements: [] }
  const api = startEngineApi(() => counted(engine(), counts), routes, { model })
  const check = (body: Record<string, unknown> = {}) => api.post('/referentialCheck', body) as Promise<any> // eslint-disable-line @typescript-eslint/no-explicit-any -- an answer is arbitrary JSON until an assertion says more

  beforeAll(async () => {
    const csn = await cds.load(`${ROOT}/srv`)
    const orders = await cds.load(`${ROOT}/test/support/orders.cds`)
    const [saga, shop] = [csn, orders].map((each) => {
      const { definitions } = cds.compile.for.nodejs(each) as unknown as { definitions: Record<string, Definition> }
      return readModel(definitions, [])
    })
    const entities = [...saga!.entities, ...shop!.entities]
    const { services } = saga!
    const toPair = { name: 'pair', columns: ['x'], targetTable: 'pair', targetColumns: ['a'] }
    const loose = { ...entities[0]!, name: 'Loose', table: 'loose', service: null, sources: [], associations: [toPair] }
    Object.assign(model, { entities: [...entities, loose], services })
    const people = [
      ['p1', 'Ann', 'tatoo'],
      ['p2', 'Bob', null],
      ['p3', 'Cid', 'alderaan'],
    ]
    await fillTable(engine(), 'saga_planet', [key('id'), text('name')], [['tatoo', 'Tatooine']])
    await fillTable(engine(), 'saga_people', [key('id'), text('name'), text('homeworld_id')], people)
    const integer = (column: string): string => `${column} INTEGER`
    await execute(
      engine().database,
      `CREATE TABLE pair (${integer('a')} NOT NULL, ${integer('b')} NOT NULL, PRIMARY KEY (a, b))`,
      `CREATE TABLE child (id INTEGER PRIMARY KEY, ${integer('x')}, ${integer('y')}, CONSTRAINT child_x_y_fkey FOREIGN KEY (x, y) REFERENCES pair (a, b) ON DELETE CASCADE)`,
      `INSERT INTO pair VALUES (1, 1), (1, 2), (2, 1)`,
      ...(name === 'PostgreSQL' ? [`ALTER TABLE child DISABLE TRIGGER ALL`] : []),
    )
  })

  /** Rows of `child`, past the foreign key: as a tool leaves them that enforces none. */
  const fillChild = async (rows: readonly (readonly [number | null, number | null])[]): Promise<void> => {
    const list = rows.map(([x, y], index) => `(${String(index)}, ${String(x)}, ${String(y)})`).join(', ')
    const statements = ['DELETE FROM child', ...(rows.length > 0 ? [`INSERT INTO child VALUES ${list}`] : [])]
    const [off, on] = [
      ['COMMIT', 'PRAGMA foreign_keys = OFF', 'BEGIN'],
      ['COMMIT', 'PRAGMA foreign_keys = ON', 'BEGIN'],
    ]
    await execute(engine().database, ...(name === 'PostgreSQL' ? statements : [...off, ...statements, ...on]))
  }

  it('finds an orphan homeworld_ID although no foreign key exists', async () => {
    const answer = await check({ table: 'saga_People' })
    expect(answer).toEqual({
      success: true,
      schema: engine().schema,
      table: 'saga_people',
      totalForeignKeys: 1,
      validConstraints: 0,
      violatedConstraints: 1,
      failedConstraints: 0,
      totalOrphanedRecords: 1,
      violations: [
        {
          constraintName: 'saga_people_homeworld',
          source: 'model',
          enforced: false,
          table: 'saga_people',
          columns: ['homeworld_id'],
          referencesSchema: engine().schema,
          referencesTable: 'saga_planet',
          referencedColumns: ['id'],
          status: 'VIOLATED',
          orphanedRows: 1,
          distinctValues: 1,
          orphanedRecords: [{ values: { homeworld_id: 'alderaan' }, count: 1 }],
        },
      ],
      truncated: false,
    })
    expect(await check({ table: 'saga_People', source: 'catalog' })).toMatchObject({
      totalForeignKeys: 0,
      violations: [],
    })
  })

  it('finds what a code list does not have, texts without their owner, and both in the tables of services', async () => {
    const columns = 'id VARCHAR(36) PRIMARY KEY, urgency_code VARCHAR(10)'
    await execute(
      engine().database,
      'CREATE TABLE orders_Urgency (code VARCHAR(10) PRIMARY KEY, name VARCHAR(50))',
      `CREATE TABLE orders_Orders (${columns})`,
      'CREATE TABLE orders_Orders_texts (locale VARCHAR(14), ID VARCHAR(36), PRIMARY KEY (locale, ID))',
      'CREATE VIEW orders_Shop_Urgency AS SELECT * FROM orders_Urgency',
      'CREATE TABLE orders_Shop_Baskets (ID INTEGER PRIMARY KEY, urgency_code VARCHAR(10))',
      `INSERT INTO orders_Urgency VALUES ('H', 'high')`,
      `INSERT INTO orders_Orders VALUES ('a', 'H'), ('b', 'ZZZ'), ('c', NULL)`,
      `INSERT INTO orders_Orders_texts VALUES ('de', 'a'), ('de', 'gone')`,
      `INSERT INTO orders_Shop_Baskets VALUES (1, 'H'), (2, 'low')`,
    )
    const { violations } = await check({ source: 'model' })
    const found = violations.flatMap((each: Record<string, unknown>) =>
      each['status'] === 'VIOLATED' ? [[String(each['table']).toLowerCase(), each['orphanedRows']]] : [],
    )
    expect(found).toEqual(
      expect.arrayContaining([
        ['orders_orders', 1],
        ['orders_orders_texts', 1],
        ['orders_shop_baskets', 1],
      ]),
    )
    const tables = ['orders_Orders', 'orders_Orders_texts', 'orders_Shop_Baskets', 'orders_Urgency']
    await execute(engine().database, 'DROP VIEW orders_Shop_Urgency', ...tables.map((table) => `DROP TABLE ${table}`))
  })

  it('counts orphans of a composite key by pairs, and shows the most frequent', async () => {
    const rows: [number | null, number | null][] = []
    for (let index = 0; index < 300; index++) rows.push([[null, 1, 2, 3][index % 4]!, [null, 1, 2][index % 3]!])
    const pairs = new Set(['1,1', '1,2', '2,1'])
    const orphans = rows.filter(([x, y]) => x !== null && y !== null && !pairs.has(`${String(x)},${String(y)}`))
    const values = new Set(orphans.map(String))
    await fillChild(rows)
    const answer = await check({ table: 'child', limit: 2 })
    expect(answer).toMatchObject({
      violatedConstraints: 1,
      totalOrphanedRecords: orphans.length,
      truncated: true,
      violations: [
        {
          constraintName: 'child_x_y_fkey',
          source: 'catalog',
          columns: ['x', 'y'],
          referencedColumns: ['a', 'b'],
          orphanedRows: orphans.length,
          distinctValues: values.size,
          orphanedRecords: [
            { values: { x: 2, y: 2 }, count: 25 },
            { values: { x: 3, y: 1 }, count: 25 },
          ],
        },
      ],
    })
  })

  it('takes a row with a null in its key for one that refers to nothing', async () => {
    await fillChild([
      [null, 9],
      [9, null],
      [null, null],
      [1, 1],
    ])
    expect(await check({ table: 'child' })).toMatchObject({ validConstraints: 1, violations: [] })
  })

  if (name === 'PostgreSQL')
    it('takes a key that is null in part for a violation under MATCH FULL', async () => {
      await execute(
        engine().database,
        `CREATE TABLE whole (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, CONSTRAINT whole_fk FOREIGN KEY (x, y) REFERENCES pair (a, b) MATCH FULL)`,
        `ALTER TABLE whole DISABLE TRIGGER ALL`,
        `INSERT INTO whole VALUES (1, NULL, NULL), (2, 1, NULL), (3, 1, 1), (4, 1, NULL)`,
      )
      expect((await check({ table: 'whole' })).violations).toMatchObject([
        { orphanedRows: 2, orphanedRecords: [{ values: { x: 1, y: null }, count: 2 }] },
      ])
      await execute(engine().database, 'DROP TABLE whole')
    })

  if (name === 'PostgreSQL')
    it('takes a period for covered by several rows, and tells what the database does not keep', async () => {
      await execute(
        engine().database,
        'CREATE TABLE rent (flat int4range, at daterange, PRIMARY KEY (flat, at WITHOUT OVERLAPS))',
        `INSERT INTO rent VALUES ('[1,2)', '[2024-01-01,2024-02-01)'), ('[1,2)', '[2024-02-01,2024-03-01)')`,
        `CREATE TABLE stay (flat int4range, at daterange,
           CONSTRAINT stay_fk FOREIGN KEY (flat, PERIOD at) REFERENCES rent (flat, PERIOD at) NOT ENFORCED)`,
        `INSERT INTO stay VALUES ('[1,2)', '[2024-01-20,2024-02-10)'), ('[1,2)', '[2024-02-20,2024-03-10)'),
           ('[2,3)', '[2024-01-20,2024-01-21)'), (NULL, '[2024-01-20,2024-01-21)')`,
      )
      expect((await check({ table: 'stay' })).violations).toMatchObject([{ enforced: false, orphanedRows: 2 }])
      await execute(engine().database, `DELETE FROM stay WHERE flat <> '[1,2)' OR upper(at) > '2024-03-01'`)
      expect(await check({ table: 'stay' })).toMatchObject({ validConstraints: 1, violations: [] })
      const { results } = await api.post('/dataValidator', { table: 'stay' })
      expect(results).toEqual([])
      await api.post('/schemaClone', { source: 'public', target: 'stays', includeData: true }, 'admin')
      expect(await check({ schema: 'stays', table: 'stay' })).toMatchObject({ totalForeignKeys: 1, violations: [] })
      await execute(engine().database, 'DROP TABLE stay, rent', 'DROP SCHEMA stays CASCADE')
    })

  it('counts a row once, however many rows of the parent have its value', async () => {
    await execute(
      engine().database,
      'CREATE TABLE loose (id INTEGER PRIMARY KEY, x INTEGER)',
      'INSERT INTO loose VALUES (1, 1), (2, 1), (3, 9), (4, NULL)',
    )
    expect((await check({ table: 'loose' })).violations).toMatchObject([
      { orphanedRows: 1, distinctValues: 1, orphanedRecords: [{ values: { x: 9 }, count: 1 }] },
    ])
    await execute(engine().database, 'INSERT INTO pair VALUES (9, 1), (9, 2)')
    expect(await check({ table: 'loose' })).toMatchObject({ validConstraints: 1, violations: [] })
    await execute(engine().database, 'DELETE FROM pair WHERE a = 9', 'DROP TABLE loose')
  })

  it('checks all tables of the schema, or only the keys that are named', async () => {
    await fillChild([[9, 9]])
    const all = await check({ mode: 'report' })
    expect(all).toMatchObject({ table: null, totalForeignKeys: 2, violatedConstraints: 2, totalOrphanedRecords: 2 })
    expect(all.details.map(({ constraintName }: { constraintName: string }) => constraintName)).toEqual([
      'child_x_y_fkey',
      'saga_people_homeworld',
    ])
    expect(all.violations[0]).not.toHaveProperty('orphanedRecords')
    const one = await check({ constraints: 'CHILD_X_Y_FKEY', mode: 'detailed' })
    expect(one).toMatchObject({ totalForeignKeys: 1, details: [{ orphanedRecords: [{ values: { x: 9, y: 9 } }] }] })
    await fillChild([])
    expect(await check({ constraints: ['child_x_y_fkey'], mode: 'detailed' })).toMatchObject({
      validConstraints: 1,
      violations: [],
      details: [{ status: 'OK', orphanedRows: 0, orphanedRecords: [] }],
    })
  })

  it('tells what cannot be checked, and checks the rest', async () => {
    await execute(
      engine().database,
      `CREATE TABLE saga_film (id INTEGER PRIMARY KEY)`,
      `CREATE TABLE saga_film2people (id INTEGER PRIMARY KEY, film_id VARCHAR(36), people_id VARCHAR(36))`,
    )
    const answer = await check({ table: 'saga_film2people', mode: 'report' })
    expect(answer).toMatchObject({ totalForeignKeys: 2, validConstraints: 1, failedConstraints: 1 })
    expect(answer.violations).toMatchObject([
      { constraintName: 'saga_film2people_film', status: 'ERROR', reason: expect.stringMatching(/cannot be compared/) },
    ])
    await execute(engine().database, 'DROP TABLE saga_film', 'DROP TABLE saga_film2people')
  })

  it('asks the catalog once for many keys, and begins another transaction only behind one that fails', async () => {
    const tables = Array.from({ length: 30 }, (_, index) => `many_${String(index)}`)
    const columns = 'id INTEGER PRIMARY KEY, a INTEGER REFERENCES many (id), b INTEGER REFERENCES many (id)'
    await execute(
      engine().database,
      'CREATE TABLE many (id INTEGER PRIMARY KEY)',
      ...tables.map((table) => `CREATE TABLE ${table} (${columns})`),
    )
    Object.assign(counts, { transactions: 0 }).statements.length = 0
    const all = await check({ source: 'catalog', mode: 'report' })
    expect(all).toMatchObject({ totalForeignKeys: 61, validConstraints: 61 })
    expect(counts.transactions).toBe(1)
    expect(counts.statements.length).toBeLessThan(61 + 10)
    if (name === 'PostgreSQL') {
      counts.transactions = 0
      const rest = await whileLocked(engine().server!, 'LOCK TABLE many_7', () =>
        check({ source: 'catalog', mode: 'report' }),
      )
      expect(rest).toMatchObject({ totalForeignKeys: 61, validConstraints: 59, failedConstraints: 2 })
      expect(counts.transactions).toBe(3)
    }
    await execute(engine().database, ...[...tables, 'many'].map((table) => `DROP TABLE ${table}`))
  })

  it('answers zeros for a table without keys', async () => {
    expect(await check({ table: 'pair', mode: 'detailed' })).toMatchObject({
      totalForeignKeys: 0,
      violations: [],
      details: [],
    })
  })

  it('changes nothing, and says so', async () => {
    expect(await check({ mode: 'repair' })).toMatchObject({ code: 'NOT_SUPPORTED' })
    const [row] = await query(engine().database, 'SELECT count(*) AS n FROM saga_people')
    expect(Number(row?.['n'])).toBe(3)
  })

  it.each([
    [{ table: 'nothing' }, 'TABLE_NOT_FOUND'],
    [{ schema: 'nothing' }, 'SCHEMA_NOT_FOUND'],
    [{ constraints: 'child_x_y_fk' }, 'CONSTRAINT_NOT_FOUND'],
    [{ mode: 'mend' }, 'INVALID_PARAMETER'],
    [{ limit: 10_001 }, 'LIMIT_TOO_LARGE'],
  ])('refuses %j', async (body, code) => {
    expect(await check(body)).toMatchObject({ success: false, code })
  })
})
