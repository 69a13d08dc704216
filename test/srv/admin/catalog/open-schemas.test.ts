/** Schemas that the setting opens, and names beyond ASCII, on databases that were made by others. */
import { CatalogNames } from '../../../../srv/admin/catalog/names.ts'
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../support/engine-api.ts'
import { ENGINES, execute, query, useEngine } from '../../../support/engines.ts'

/* eslint-disable @typescript-eslint/no-explicit-any -- an answer is arbitrary JSON until an assertion says more */
describe('allowedSchemas without the current schema', () => {
  const engine = useEngine('PostgreSQL')
  const allowed = ['sales_*', 'Übung']
  const api = startEngineApi(engine, ROUTES, {
    settings: { allowedSchemas: allowed },
    names: ({ dialect }, cloned) => new CatalogNames(dialect, allowed, cloned),
  })
  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE public.hidden (id int PRIMARY KEY, secret int)',
      'CREATE SCHEMA sales_2024',
      'CREATE SCHEMA "Übung"',
      'CREATE TABLE sales_2024.orders (id int PRIMARY KEY, amount int)',
      'CREATE VIEW sales_2024.large AS SELECT o.id, o.amount FROM sales_2024.orders o JOIN public.hidden h ON h.id = o.id',
    ),
  )

  it('lineage works, and goes on into what is open only', async () => {
    const answer = (await api.post('/dataLineage', { schema: 'sales_2024', table: 'large' })) as any
    expect(answer).toMatchObject({ success: true, rootTable: 'large' })
    expect(answer.nodes.map(({ id }: any) => String(id)).sort()).toEqual([
      'public.hidden',
      'sales_2024.large',
      'sales_2024.orders',
    ])
  })

  it('calls without a schema mean the first that is open', async () => {
    expect(await api.post('/export', { table: 'orders' })).toMatchObject({ success: true, schema: 'sales_2024' })
    expect(await api.post('/dataLineage', { table: 'large' })).toMatchObject({ success: true, schema: 'sales_2024' })
  })

  it('the list of schemas marks what operations refuse', async () => {
    const listed = (await api.get('/schemas?includeSystem=true')) as any
    const marks = Object.fromEntries(
      listed.schemas.map(({ name, isOpen, isDefault }: any) => [String(name), [isOpen, isDefault]]),
    )
    expect(marks).toMatchObject({
      public: [false, false],
      sales_2024: [true, true],
      Übung: [true, false],
      pg_catalog: [false, false],
    })
  })

  it('a refusal names the setting', async () => {
    expect(await api.post('/export', { schema: 'public', table: 'hidden' })).toMatchObject({
      code: 'SCHEMA_NOT_ALLOWED',
      details: expect.stringContaining('dba.allowedSchemas') as string,
    })
    const clone = { source: 'sales_2024', target: 'other' }
    expect(await api.post('/schemaClone', { ...clone }, 'admin')).toMatchObject({
      code: 'SCHEMA_NOT_ALLOWED',
      details: expect.stringContaining('dba.allowedSchemas') as string,
    })
    expect(await api.post('/schemaClone', { ...clone, target: 'sales_copy' }, 'admin')).toMatchObject({ success: true })
  })
})

describe.each(Object.keys(ENGINES))('names beyond ASCII on %s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE "Übung" ("Größe" int, "ÄÖ" int)',
      'INSERT INTO "Übung" VALUES (1, 2)',
      'CREATE TABLE "ÉTÉ" (a int)',
      'CREATE TABLE "été" (b int)',
    ),
  )

  it('are found as they are spelt, and in other letters when that is unique', async () => {
    for (const table of ['Übung', 'übung', 'ÜBUNG', 'u\u0308BUNG'])
      expect(await api.post('/export', { table, columns: 'größe,äö' })).toMatchObject({
        success: true,
        table: 'Übung',
        columns: [{ name: 'Größe' }, { name: 'ÄÖ' }],
      })
    expect(await api.post('/export', { table: 'été' })).toMatchObject({ columns: [{ name: 'b' }] })
    expect(await api.post('/export', { table: 'ÉTÉ' })).toMatchObject({ columns: [{ name: 'a' }] })
    expect(await api.post('/export', { table: 'Été' })).toMatchObject({ code: 'AMBIGUOUS_NAME' })
    expect(await api.post('/export', { table: 'Übung', where: 'ÄÖ = 2' })).toMatchObject({ rowCount: 1 })
  })

  it('are suggested whatever the letters, and listed by a pattern in any', async () => {
    expect(await api.post('/export', { table: 'ÜBUNK' })).toMatchObject({
      code: 'TABLE_NOT_FOUND',
      details: expect.stringContaining("'Übung'") as string,
    })
    const path = `/tables?schema=${engine().schema}&pattern=${encodeURIComponent('üBU*')}`
    expect(await api.get(path)).toMatchObject({ total: 1, tables: [{ name: 'Übung' }] })
  })
})

test('a database whose collation folds ASCII only finds them as well', async () => {
  const engine = await ENGINES['PostgreSQL']?.()
  if (!engine) throw new Error('PostgreSQL has not been started')
  try {
    await execute(engine.database, 'CREATE TABLE "Übung" (a int)')
    const folded = await query(engine.database, `SELECT lower('Ü' COLLATE "C") AS ascii`)
    expect(folded).toEqual([{ ascii: 'Ü' }])
    const blind = { ...engine.dialect.catalog.objectNames }
    const ascii = {
      ...blind,
      statement: (input: { schema: string; name: string }) => {
        const { sql, parameters } = blind.statement(input)
        return { sql: sql.replaceAll('COLLATE "default"', 'COLLATE "C"'), parameters }
      },
    }
    const dialect = { ...engine.dialect, catalog: { ...engine.dialect.catalog, objectNames: ascii } }
    const options = { signal: new AbortController().signal, timeoutMs: 15_000 }
    const found = await engine.database.read(options, (session) =>
      new CatalogNames(dialect, null, {
        has: () => false,
        add: () => Promise.resolve(),
        remove: () => Promise.resolve(),
      }).table(session, undefined, 'ÜBUNG'),
    )
    expect(found.name).toBe('Übung')
  } finally {
    await engine.end()
  }
}, 60_000)
