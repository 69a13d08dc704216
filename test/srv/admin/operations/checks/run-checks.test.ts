/** What catalog and model say of tables is checked without a rule being written, and faults that are planted are found. */
import type { Model, ModelAssertion, ModelEntity } from '../../../../../srv/admin/core/model.ts'
import { OWN_ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../../support/engines.ts'

const routes = OWN_ROUTES.filter(({ path }) => path === '/checks/run')

const entity = (table: string, more: Partial<ModelEntity> = {}): ModelEntity => ({
  ...{ name: `shop.${table}`, table: `shop_${table}`, keys: ['ID'], managedColumns: [], sensitiveColumns: [] },
  ...{ associations: [], assertions: [], sources: [], service: null },
  ...more,
})
const ASSERTIONS: readonly ModelAssertion[] = [
  { rule: 'required', column: 'title' },
  { rule: 'range', column: 'price', min: 0, max: 100 },
  { rule: 'pattern', column: 'isbn', regex: '^\\d{3}$' },
  { rule: 'in', column: 'state', values: ['new', 'used'] },
  { rule: 'unique', columns: ['isbn'] },
]
const MODEL: Model = {
  entities: [
    entity('authors'),
    entity('books', {
      assertions: ASSERTIONS,
      associations: [{ name: 'author', columns: ['author_ID'], targetTable: 'shop_authors', targetColumns: ['ID'] }],
      sensitiveColumns: ['isbn'],
    }),
    entity('outbox', { isTechnical: true, assertions: [{ rule: 'required', column: 'note' }] }),
  ],
  services: [],
}

interface Answer {
  readonly valid: boolean
  readonly tables: readonly {
    readonly table: string
    readonly status: string
    readonly rows: number
    readonly invalidRows: number
    readonly checks: number
    readonly failed: readonly { readonly rule: string; readonly column: string | null; readonly failed: number }[]
    readonly errors: readonly { readonly check: string; readonly key: object; readonly value: unknown }[]
  }[]
}

describe.each(DIALECT_ENGINES)('on %s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, routes, { model: MODEL })
  const run = (...statements: readonly string[]): Promise<void> => execute(engine().database, ...statements)
  const check = async (body: Record<string, unknown> = {}, user = 'admin'): Promise<Answer> =>
    (await api.post('/checks/run', body, user)) as unknown as Answer

  beforeAll(() =>
    run(
      'CREATE TABLE shop_authors (ID INTEGER PRIMARY KEY, name VARCHAR(9))',
      `CREATE TABLE shop_books (ID INTEGER PRIMARY KEY, title VARCHAR(20), price DECIMAL(9,2), isbn VARCHAR(9), state VARCHAR(9), author_ID INTEGER, email VARCHAR(20))`,
      'CREATE TABLE shop_outbox (ID INTEGER PRIMARY KEY, note VARCHAR(9))',
      'CREATE TABLE other (id INTEGER)',
      `INSERT INTO shop_authors VALUES (1, 'one')`,
      `INSERT INTO shop_books VALUES (1, 'a', 10, '123', 'new', 1, 'no address'), (2, 'b', 20, NULL, NULL, NULL, NULL)`,
      'INSERT INTO shop_outbox VALUES (1, NULL)',
    ),
  )

  test('all tables of the application pass as long as their rows are as the model says', async () => {
    const answer = await check()
    expect(answer).toMatchObject({ success: true, valid: true, failedChecks: 0, failedTables: 0 })
    expect(answer.tables.map(({ table }) => table)).toEqual(['shop_authors', 'shop_books'])
    expect(answer.tables.map(({ status, rows, failed }) => [status, rows, failed])).toEqual([
      ['pass', 1, []],
      ['pass', 2, []],
    ])
  })

  test('each fault is found once, with the rows that have it', async () => {
    await run(
      `INSERT INTO shop_books VALUES (3, NULL, -1, 'x', 'odd', 77, NULL), (4, 'd', 101, '123', 'used', 1, NULL)`,
    )
    const answer = await check()
    expect(answer).toMatchObject({ valid: false, failedTables: 1, failedChecks: 6 })
    const [authors, books] = answer.tables
    expect(authors).toMatchObject({ status: 'pass' })
    expect(books).toMatchObject({ status: 'fail', rows: 4, invalidRows: 3 })
    const found = books?.failed.map(({ rule, column, failed }) => [rule, column?.toLowerCase(), failed])
    expect(new Set(found?.map((each) => JSON.stringify(each)))).toEqual(
      new Set(
        [
          ['required', 'title', 1],
          ['range', 'price', 2],
          ['pattern', 'isbn', 1],
          ['in', 'state', 1],
          ['unique', 'isbn', 2],
          ['references', 'author_id', 1],
        ].map((each) => JSON.stringify(each)),
      ),
    )
    expect(books?.errors).toHaveLength(5)
    expect((await check({ maxErrors: 0 })).tables[1]?.errors).toEqual([])
    const all = (await check({ maxErrors: 100 }, 'operator')).tables[1]?.errors ?? []
    expect(all).toHaveLength(8)
    // Who may not see sensitive values is told of rows, and not of these.
    expect(JSON.stringify(all)).not.toContain('"x"')
    expect(JSON.stringify((await check({ maxErrors: 100 })).tables[1]?.errors)).toContain('"x"')
  })

  test('tables that are named are checked, also those that the model does not have', async () => {
    const answer = await check({ tables: ['OTHER', 'shop_authors', 'other'] })
    expect(answer.tables.map(({ table }) => table)).toEqual(['other', 'shop_authors'])
    expect(answer.tables[0]).toMatchObject({ status: 'pass', checks: 0, rows: 0 })
    expect(await check({ tables: ['nothing'] })).toMatchObject({ success: false, code: 'TABLE_NOT_FOUND' })
    expect(await check({}, 'viewer')).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect(await check({ maxErrors: 1e9 })).toMatchObject({ success: false, code: 'LIMIT_TOO_LARGE' })
  })

  test('a table with more checks than are made at once is told, and the others are checked', async () => {
    const columns = Array.from({ length: 55 }, (_, index) => `c${String(index)} INTEGER UNIQUE`)
    await run(`CREATE TABLE wide (${columns.join(', ')})`)
    const answer = await check({ tables: ['wide', 'shop_authors'] })
    expect(answer).toMatchObject({ valid: false, failedTables: 1 })
    expect(answer.tables[0]).toMatchObject({ status: 'error', rows: null, reason: expect.any(String) as string })
    expect(answer.tables[1]).toMatchObject({ status: 'pass' })
  })
})
