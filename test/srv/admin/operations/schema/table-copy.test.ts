import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { ENGINES, execute, query, useEngine } from '../../../../support/engines.ts'
import { makeSagaSchema, ODD } from '../../../../support/saga-schema.ts'

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const copy = (body: Record<string, unknown>, user = 'admin') => api.post('/tableCopy', body, user)
  const rows = async (sql: string) => (await query(engine().database, sql)).map((row) => Object.values(row))
  const run = (...statements: readonly string[]) => execute(engine().database, ...statements)
  const quote = (text: string): string => engine().dialect.quote(text)
  const isSqlite = name !== 'PostgreSQL'
  const refused = { code: 'CONSTRAINT_VIOLATION' }

  beforeAll(async () => {
    await makeSagaSchema(engine())
    await api.post('/schemaClone', { source: engine().schema, target: 'other' }, 'admin')
  })

  test('a table is copied with keys, indexes, triggers and rows', async () => {
    const answer = await copy({ sourceTable: 'PERSON', targetTable: 'crew', includeData: true, includeTriggers: true })
    expect(answer).toMatchObject({
      success: true,
      source: { schema: engine().schema, table: 'person' },
      target: { schema: engine().schema, table: 'crew' },
      structureCopied: true,
      includeData: true,
      rowsCopied: 3,
      indexes: 2,
      constraints: 3,
      triggers: 1,
      skipped: [],
      atomic: true,
      dryRun: false,
    })
    expect(await rows('SELECT * FROM crew ORDER BY id')).toEqual(await rows('SELECT * FROM person ORDER BY id'))
    // The key to the planets is kept, and the one to the table itself means the copy.
    await expect(run(`INSERT INTO crew (id, home) VALUES (50, 'nowhere')`)).rejects.toMatchObject(refused)
    await run(`INSERT INTO person (id, height) VALUES (60, 1)`)
    await expect(run(`INSERT INTO crew (id, parent) VALUES (51, 60)`)).rejects.toMatchObject(refused)
    await run(`INSERT INTO crew (id, parent, home) VALUES (52, 3, 'p1')`)
    await expect(run(`INSERT INTO crew (id, parent, home) VALUES (53, 3, 'p1')`)).rejects.toMatchObject(refused)
    expect(await rows(`SELECT text FROM note WHERE id > 6`)).toEqual([['a person'], ['a person']])
    await run(`DELETE FROM person WHERE id = 60`)
  })

  test('triggers are left out, and told of, unless they are asked for', async () => {
    const body = { sourceTable: 'person', targetTable: 'calm', includeData: true }
    const left = [
      expect.objectContaining({
        type: 'trigger',
        name: 'note person',
        reason: expect.stringContaining('includeTriggers') as string,
      }),
    ]
    expect(await copy({ ...body, dryRun: true })).toMatchObject({ triggers: 0, skipped: left })
    const planned = (await copy({ ...body, dryRun: true, includeTriggers: true }))['plan']
    expect(planned).toContainEqual(expect.objectContaining({ type: 'trigger' }))
    expect(await copy(body)).toMatchObject({ triggers: 0, skipped: left })
    const before = await rows('SELECT count(*) FROM note')
    await run(`INSERT INTO calm (id) VALUES (70)`)
    expect(await rows('SELECT count(*) FROM note')).toEqual(before)
  })

  test('a condition and a limit choose the rows, the first ones by key', async () => {
    const answer = await copy({
      sourceTable: 'person',
      targetTable: 'few',
      includeData: true,
      where: `height > 80 and home is not null`,
      limit: 1,
      includeTriggers: true,
    })
    expect(answer).toMatchObject({ rowsCopied: 1, constraints: 2 })
    expect(await rows('SELECT id, parent FROM few')).toEqual([[1, 2]])
    // Its parent is not among the rows, so the key to the table itself cannot be kept.
    expect(answer['skipped']).toEqual([
      expect.objectContaining({ type: 'foreignKey', reason: expect.stringContaining('some of the rows') as string }),
    ])
  })

  test('numbers go on where those of the source were, from a sequence of the copy', async () => {
    await copy({ sourceTable: 'note', targetTable: 'memo', includeData: true })
    const [[highest] = []] = await rows('SELECT max(id) FROM note')
    await run(`INSERT INTO memo (text) VALUES ('new')`, `INSERT INTO memo (text) VALUES ('newer')`)
    const [[given] = []] = await rows(`SELECT id FROM memo WHERE text = 'new'`)
    expect(given).toBe(Number(highest) + 1)
    await run(`INSERT INTO note (text) VALUES ('after')`)
    expect(await rows(`SELECT id FROM note WHERE text = 'after'`)).toEqual([[given]])
    await copy({ sourceTable: 'note', targetTable: 'blank' })
    await run(`INSERT INTO blank (text) VALUES ('new')`)
    expect(await rows('SELECT id FROM blank')).toEqual([[1]])
  })

  test('a copy in another schema keeps the keys that reach their table, and tells of the others', async () => {
    const answer = await copy({
      ...{ sourceTable: 'person', targetSchema: 'OTHER', targetTable: 'crew' },
      includeData: true,
      includeTriggers: true,
    })
    expect(answer).toMatchObject({ success: true, rowsCopied: 3, target: { schema: 'other', table: 'crew' } })
    if (isSqlite) {
      expect(answer['skipped']).toEqual([
        expect.objectContaining({ type: 'foreignKey', name: 'person → planet' }),
        expect.objectContaining({ type: 'trigger', name: 'note person' }),
      ])
      expect(answer).toMatchObject({ constraints: 2, triggers: 0 })
    } else {
      expect(answer).toMatchObject({ constraints: 3, triggers: 1, skipped: [] })
      await expect(run(`INSERT INTO other.crew (id, home) VALUES (50, 'nowhere')`)).rejects.toMatchObject(refused)
    }
    await expect(run(`INSERT INTO other.crew (id, parent) VALUES (51, 99)`)).rejects.toMatchObject(refused)
  })

  test('any name can be copied to any other', async () => {
    const target = 'b"; DELETE FROM planet --'
    expect(await copy({ sourceTable: ODD, targetTable: target, includeData: true })).toMatchObject({ rowsCopied: 2 })
    expect(await rows(`SELECT count(*) FROM ${quote(target)}`)).toEqual([[2]])
    expect(await rows(`SELECT count(*) FROM planet`)).toEqual([[2]])
  })

  test('indexes get names of their own, however often a table is copied', async () => {
    for (const targetTable of ['one', 'two'])
      expect(await copy({ sourceTable: 'person', targetTable })).toMatchObject({ indexes: 2 })
    expect(await copy({ sourceTable: 'one', targetTable: 'one_one' })).toMatchObject({ indexes: 2, constraints: 3 })
  })

  test('a dry run plans and makes nothing', async () => {
    const answer = await copy({ sourceTable: 'person', targetTable: 'planned', includeData: true, dryRun: true })
    expect(answer).toMatchObject({ dryRun: true, structureCopied: false, rowsCopied: 0, indexes: 2, constraints: 3 })
    expect(answer['plan']).toContainEqual({ type: 'table', name: 'planned' })
    expect(await copy({ sourceTable: 'planned', targetTable: 'x' })).toMatchObject({ code: 'TABLE_NOT_FOUND' })
  })

  test.each<[what: string, body: Record<string, unknown>, code: string]>([
    ['an unknown table', { sourceTable: 'nothing', targetTable: 'x' }, 'TABLE_NOT_FOUND'],
    ['an unknown schema', { sourceTable: 'person', targetSchema: 'nowhere', targetTable: 'x' }, 'SCHEMA_NOT_FOUND'],
    ['an existing table in other letters', { sourceTable: 'person', targetTable: 'Planet' }, 'TARGET_EXISTS'],
    ['an existing view', { sourceTable: 'person', targetTable: 'tall' }, 'TARGET_EXISTS'],
    ['the table itself', { sourceTable: 'person', targetTable: 'Person' }, 'SAME_OBJECT'],
    ['a view', { sourceTable: 'tall', targetTable: 'x' }, 'NOT_SUPPORTED'],
    ['no target', { sourceTable: 'person' }, 'MISSING_PARAMETER'],
    ['rows chosen and none copied', { sourceTable: 'person', targetTable: 'x', limit: 1 }, 'INVALID_PARAMETER'],
    [
      'a filter that is none',
      { sourceTable: 'person', targetTable: 'x', includeData: true, where: '1=1; DROP TABLE planet' },
      'INVALID_FILTER',
    ],
    [
      'a filter on an unknown column',
      { sourceTable: 'person', targetTable: 'x', includeData: true, where: 'age = 1' },
      'COLUMN_NOT_FOUND',
    ],
  ])('refuses %s', async (_what, body, code) => {
    expect(await copy(body)).toMatchObject({ success: false, code })
  })

  test('refuses names that the engine does not take, and callers who are no administrators', async () => {
    const targetTable = isSqlite ? 'sqlite_x' : 'ü'.repeat(32)
    expect(await copy({ sourceTable: 'person', targetTable })).toMatchObject({ code: 'INVALID_PARAMETER' })
    expect(await copy({ sourceTable: 'person', targetTable: 'x' }, 'operator')).toMatchObject({ code: 'FORBIDDEN' })
  })
})
