import { tables } from '../../../../../srv/admin/operations/listing/tables.ts'
import { ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { contextFor } from '../../../../support/operation-context.ts'

describe.each(Object.keys(ENGINES))('GET /tables on %s', (name) => {
  const engine = useEngine(name)
  const list = (input: Omit<Parameters<typeof tables.run>[1], 'schema'> & { schema?: string } = {}) =>
    tables.run(contextFor(engine()), { schema: engine().schema, ...input })
  const names = async (input: Parameters<typeof list>[0]) =>
    ((await list(input)) as unknown as { tables: { name: string }[] }).tables.map((table) => table.name)

  beforeAll(() =>
    execute(
      engine().database,
      ...['saga_Film', 'saga_Film_drafts', 'sagaXFilm', 'other%'].map(
        (table) => `CREATE TABLE "${table}" (a INTEGER, b TEXT)`,
      ),
      'CREATE VIEW saga_view AS SELECT a FROM "saga_Film"',
    ),
  )

  it('lists all tables and no views', async () => {
    const answer = await list()
    expect(answer).toMatchObject({ schema: engine().schema, pattern: '*', count: 4, total: 4, truncated: false })
    expect(await names({})).toEqual(['other%', 'sagaXFilm', 'saga_Film', 'saga_Film_drafts'])
  })

  it('tells which are not of the application', async () => {
    const { tables } = (await list()) as unknown as { tables: { name: string; isTechnical: boolean }[] }
    expect(tables.filter(({ isTechnical }) => isTechnical).map((table) => table.name)).toEqual(['saga_Film_drafts'])
  })

  it.each([
    ['saga_*', ['saga_Film', 'saga_Film_drafts']],
    ['SAGA_film', ['saga_Film']],
    ['saga?Film', ['sagaXFilm', 'saga_Film']],
    ['%film', ['sagaXFilm', 'saga_Film']],
    ['film', []],
    ['\\', []],
  ])('takes %s as a pattern of whole names', async (pattern, expected) => {
    expect(await names({ pattern })).toEqual(expected)
  })

  it('tells a cut, and the true total of any page', async () => {
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({ count: 1, total: 4, truncated: true })
    expect(await list({ limit: 3, offset: 3 })).toMatchObject({ count: 1, total: 4, truncated: false })
    expect(await list({ offset: 9 })).toMatchObject({ count: 0, total: 4, truncated: false })
    expect(await list({ limit: 0 })).toMatchObject({ count: 0, total: 4, truncated: true })
    expect(await list({ pattern: 'none' })).toMatchObject({ count: 0, total: 0, truncated: false, tables: [] })
  })

  it('refuses a limit that is too large, and a schema that does not exist', async () => {
    await expect(list({ limit: 10_001 })).rejects.toMatchObject({ code: 'LIMIT_TOO_LARGE' })
    await expect(list({ schema: 'nowhere' })).rejects.toMatchObject({ code: 'SCHEMA_NOT_FOUND' })
  })
})
