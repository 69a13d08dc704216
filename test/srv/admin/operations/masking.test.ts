/** Sensitive personal data in all operations that show or choose rows. */
import type { Model } from '../../../../srv/admin/core/model.ts'
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../support/engines.ts'
import { someOf } from '../../../support/long.ts'
import { fillTable, startEngineApi } from '../../../support/engine-api.ts'
import { modelEntity } from '../../../support/model-entity.ts'

type Body = Record<string, unknown>

const MODEL: Model = {
  services: [],
  entities: [modelEntity({ name: 'my.Person', table: 'PERSON', keys: ['ID'], sensitiveColumns: ['Income'] })],
}
const SECRET = 98_765
const COLUMNS = [
  { name: 'id', kind: 'integer', isKey: true },
  { name: 'at', kind: 'timestamp' },
  { name: 'income', kind: 'integer' },
  { name: 'name', kind: 'text' },
] as const
const ROWS = [
  [1, '2026-05-04T00:00:00.000Z', SECRET, 'Leia'],
  [2, '2026-05-05T00:00:00.000Z', SECRET, 'Leia'],
  [3, '2026-05-06T00:00:00.000Z', 1_234, null],
] as const

/** What each operation with a filter needs besides. Those that only admins may call are not asked. */
const bodiesFor = (table: string): Readonly<Record<string, Body>> => ({
  '/export': { table },
  '/table': { table, count: true },
  '/dataProfile': { table },
  '/compareData': { table1: table, table2: table },
  '/dataDiff': { table1: table, table2: table },
  '/dataValidator': { table, rules: 'name:required' },
  '/duplicateDetection': { table, columns: 'name,income' },
  '/timeseriesTools': { action: 'aggregate', table, timeColumn: 'at', valueColumn: 'id', interval: 'DAY' },
})

const PLACES = DIALECT_ENGINES.flatMap((name) => ['person', 'person_drafts'].map((table) => [name, table] as const))

describe.each(PLACES)('%s, table %s', (name, table) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES, { model: MODEL })
  const BODIES = bodiesFor(table)
  const ask = (path: string, body: Body, user?: string): Promise<Body> => {
    if (ROUTES.some((route) => route.path === path && route.method === 'POST')) return api.post(path, body, user)
    return api.get(`${path}?${new URLSearchParams(body as Record<string, string>).toString()}`, user)
  }
  beforeAll(() => fillTable(engine(), table, COLUMNS, ROWS))

  const filtering = ROUTES.filter(({ role, operation }) => role !== 'admin' && 'where' in operation.input.properties)

  test('no operation with a filter is forgotten here', () => {
    expect(filtering.map(({ path }) => path).sort()).toEqual(Object.keys(BODIES).sort())
  })

  test.each(Object.entries(BODIES))('%s chooses no rows by a masked column, but for admins', async (path, body) => {
    for (const where of ['income > 5000', 'id = 1 and not (Income is null)', 'abs(income) = 3']) {
      expect(await ask(path, { ...body, where })).toMatchObject({ success: false, code: 'FORBIDDEN' })
      expect(await ask(path, { ...body, where }, 'admin')).toMatchObject({ success: true })
    }
    expect(await ask(path, { ...body, where: `name = 'Leia'` })).toMatchObject({ success: true })
  })

  test.each(Object.entries(BODIES))('%s shows no masked value, but to admins', async (path, body) => {
    const hidden = JSON.stringify(await ask(path, body))
    expect(hidden).not.toContain(String(SECRET))
    if (path === '/export' || path === '/duplicateDetection') {
      expect(hidden).toContain('***')
      expect(JSON.stringify(await ask(path, body, 'admin'))).toContain(String(SECRET))
    }
  })

  test.each<[string, Body]>([
    ['/export', { orderBy: 'income' }],
    ['/timeseriesTools', { valueColumn: 'income' }],
    ['/timeseriesTools', { groupBy: 'income' }],
    ['/dataValidator', { rules: 'income:range:0:50000' }],
    ['/dataValidator', { rules: 'income:in:98765' }],
    ['/dataValidator', { rules: 'income:notIn:98765' }],
    ['/dataValidator', { rules: 'income:pattern:^9' }],
    ['/dataValidator', { rules: 'income:compare:>:id' }],
    ['/dataValidator', { rules: 'id:compare:<:income' }],
    ['/dataValidator', { rules: '*:expression:income > 5000' }],
    ['/dataValidator', { rules: [{ column: 'id', rule: 'required', where: 'income > 5000' }] }],
  ])('%s %j is for admins only', async (path, more) => {
    const body = { ...BODIES[path], ...more }
    expect(await ask(path, body)).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect(await ask(path, body, 'admin')).toMatchObject({ success: true })
  })

  test('rules without values of the own are open: what is known of masked columns is counted', async () => {
    const rules = 'income:required;income:integer;income:unique'
    const answer = await ask('/dataValidator', { table, rules })
    expect(answer).toMatchObject({ success: true, results: [{ failed: 0 }, { failed: 0 }, { failed: 2 }] })
    expect(JSON.stringify(answer)).not.toContain(String(SECRET))
  })
})

/** Operations whose answers must not depend on masked values, asked about a column of a table in every way there is. */
const QUESTIONS: Readonly<Record<string, (table: string, column: string) => Body[]>> = {
  '/export': (table, column) => [
    { table },
    { table, columns: column },
    { table, orderBy: column },
    { table, where: `${column} > 50000` },
  ],
  '/table': (table, column) => [{ table }, { table, count: true, where: `${column} between 5 and 50000` }],
  '/dataProfile': (table, column) => [
    { table, topValues: 5, histogramBins: 5 },
    { table, columns: column, where: `${column} = ${String(SECRET)}` },
    { table, sampleSize: 2 },
  ],
  ...Object.fromEntries(
    ['/compareData', '/dataDiff'].map((path) => [
      path,
      (table: string, column: string) =>
        [
          {},
          { keyColumns: 'id' },
          { keyColumns: column },
          { keyColumns: 'id', tolerance: 40_000 },
          { keyColumns: 'name', ...(path === '/dataDiff' && { allowDuplicateKeys: true, ignoreCase: true }) },
          { where: `${column} > 50000` },
        ].flatMap((more) => [
          { table1: table, table2: 'guess', ...more },
          { table1: 'guess', table2: table, ...more },
          { table1: table, table2: 'person', ...more },
        ]),
    ]),
  ),
  '/dataValidator': (table, column) => [
    { table, rules: `${column}:references:guess:income;name:required` },
    { table, rules: `${column}:references:person:income` },
    { table: 'guess', rules: `income:references:${table}:${column}` },
    {
      table: 'guess',
      rules: [{ columns: ['id', 'income'], rule: 'references', table, referencedColumns: ['id', column] }],
    },
    ...[
      'range:0:50000',
      'in:98765',
      'notIn:98765',
      'pattern:^9',
      'compare:>:id',
      'length:1:9',
      'integer',
      'unique',
    ].map((rule) => ({ table, rules: `${column}:${rule}` })),
    { table, rules: `id:compare:<:${column}` },
    { table, rules: `*:expression:${column} > 50000` },
    { table, rules: `*:rowCount:1:9`, where: `${column} > 50000` },
    { table },
  ],
  '/referentialCheck': (table) => [{ table, mode: 'detailed' }, { mode: 'detailed' }],
  '/duplicateDetection': (table, column) =>
    [column, `name,${column}`, 'name'].flatMap((columns) => [
      ...['exact', 'partial', 'fuzzy'].map((mode) => ({ table, columns, mode, nulls: 'equal' })),
      { table, columns, limit: 1 },
      { table, columns, mode: 'fuzzy', blockBy: column },
    ]),
  '/timeseriesTools': (table, column) =>
    ['list', 'info', 'aggregate', 'analyze', 'detect', 'forecast'].flatMap((action) => [
      { action, table, timeColumn: 'at', valueColumn: column, interval: 'DAY' },
      { action, table, timeColumn: 'at', valueColumn: 'id', groupBy: column, interval: 'DAY' },
      { action, table, timeColumn: 'at', valueColumn: 'id', where: `${column} > 50000`, interval: 'DAY' },
    ]),
  '/dataLineage': (table) => [{ table }],
  '/compareSchema': (table) => [{ schema1: 'main', schema2: 'main', tables: table }],
}

describe.each(DIALECT_ENGINES)('%s: answers do not depend on masked values', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const key = {
    ...{ name: 'guessed', columns: ['INCOME'], targetTable: 'PERSON', targetColumns: ['INCOME'] },
  }
  const [person] = MODEL.entities
  const guess = { ...person, name: 'my.Guess', table: 'GUESS', sensitiveColumns: [], associations: [key] }
  const api = startEngineApi(engine, ROUTES, { model: { ...MODEL, entities: [...MODEL.entities, guess] } as Model })
  const TABLES = [
    ['person', 'income'],
    ['person_drafts', 'income'],
    ['earning', 'amount'],
    ['kept', 'income'],
    ...(isPostgres
      ? []
      : [
          ['found', 'income'],
          ['listed', 'amount'],
        ]),
  ] as const

  beforeAll(async () => {
    for (const table of ['person', 'person_drafts', 'guess']) await fillTable(engine(), table, COLUMNS, ROWS)
    await execute(
      engine().database,
      'CREATE VIEW earning AS SELECT id, at, name, income * 1 AS amount FROM person',
      ...(isPostgres
        ? []
        : [
            `CREATE VIRTUAL TABLE found USING fts5(id, at, income, name, content='person', content_rowid='id')`,
            'CREATE VIEW listed AS SELECT p.id, p.at, p.name, j.value AS amount FROM person AS p, json_each(json_array(p.income)) AS j',
          ]),
    )
    await api.post('/tableCopy', { sourceTable: 'person', targetTable: 'kept', includeData: true }, 'admin')
  })

  test('no operation that names tables is forgotten here', () => {
    const naming = ROUTES.filter(
      ({ role, operation }) =>
        role !== 'admin' && Object.keys(operation.input.properties).some((field) => /^tables?\d?$/i.test(field)),
    )
    expect(naming.map(({ path }) => path).sort()).toEqual(Object.keys(QUESTIONS).sort())
  })

  const ask = async (path: string, body: Body, user: string): Promise<unknown> => {
    const isPost = ROUTES.some((route) => route.path === path && route.method === 'POST')
    const answer = isPost
      ? await api.post(path, body, user)
      : await api.get(`${path}?${new URLSearchParams(body as Record<string, string>).toString()}`, user)
    const times = ['durationMs', 'timestamp', 'profiledAt']
    return Object.fromEntries(Object.entries(answer).filter(([field]) => !times.includes(field)))
  }

  test('whatever is asked', async () => {
    const all = TABLES.flatMap(([table, column]) =>
      Object.entries(QUESTIONS).flatMap(([path, of]) => of(table, column).map((body) => [path, body] as const)),
    )
    const questions = someOf(all, 7)
    const answers = async (): Promise<unknown[]> => {
      const given: unknown[] = []
      for (const [path, body] of questions) given.push(await ask(path, body, 'operator'))
      return given
    }
    // As many digits, in another order, and the same rows share one.
    const set = (secret: number, other: number) =>
      ['person', 'person_drafts', 'kept'].map(
        (table) => `UPDATE ${table} SET income = CASE WHEN id < 3 THEN ${String(secret)} ELSE ${String(other)} END`,
      )
    await execute(engine().database, ...set(SECRET, 12_345))
    const before = await answers()
    const [asAdmin] = [await ask('/compareData', { table1: 'person', table2: 'guess', keyColumns: 'id' }, 'admin')]
    await execute(engine().database, ...set(12_345, SECRET))
    const after = await answers()
    const wrong = questions.flatMap((question, index) =>
      JSON.stringify(before[index]) === JSON.stringify(after[index]) ? [] : [[question, before[index], after[index]]],
    )
    expect(wrong).toEqual([])
    expect(await ask('/compareData', { table1: 'person', table2: 'guess', keyColumns: 'id' }, 'admin')).not.toEqual(
      asAdmin,
    )
    const answered = before.filter((each) => (each as Body)['success'] === true).length
    expect(answered).toBeGreaterThan(questions.length / 5)
  }, 300_000)
})
