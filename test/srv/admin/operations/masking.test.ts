/** Sensitive personal data in all operations that show or choose rows. */
import type { Model } from '../../../../srv/admin/core/model.ts'
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { DIALECT_ENGINES, useEngine } from '../../../support/engines.ts'
import { fillTable, startEngineApi } from '../../../support/engine-api.ts'

type Body = Record<string, unknown>

const MODEL: Model = {
  services: [],
  entities: [
    {
      ...{ name: 'my.Person', table: 'PERSON', keys: ['ID'], managedColumns: [], sensitiveColumns: ['Income'] },
      ...{ associations: [], assertions: [], sources: [], service: null },
    },
  ],
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
