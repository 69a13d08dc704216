import { existsSync, readdirSync } from 'node:fs'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { ENGINES, execute, query, useEngine } from '../../../../support/engines.ts'
import { makeSagaSchema, ODD } from '../../../../support/saga-schema.ts'

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const clone = (body: Record<string, unknown>, user = 'admin') =>
    api.post('/schemaClone', { source: engine().schema, ...body }, user)
  const rows = async (sql: string) => (await query(engine().database, sql)).map((row) => Object.values(row))
  const quote = (text: string): string => engine().dialect.quote(text)
  const isPostgres = name === 'PostgreSQL'

  beforeAll(() => makeSagaSchema(engine()))

  test('a schema is cloned with its rows, and each object is told', async () => {
    const answer = await clone({ target: 'with_rows', includeData: true, includeTriggers: true })
    expect(answer).toMatchObject({
      success: true,
      source: engine().schema,
      target: 'with_rows',
      includeData: true,
      atomic: true,
      persistent: name !== 'SQLite in memory',
      tablesCloned: 4,
      rowsCopied: 2 + 3 + 2 + 5,
      viewsCloned: 3,
      foreignKeys: 3,
      constraints: 6,
      indexes: 2,
      triggers: 1,
      sequences: 1,
      dryRun: false,
    })
    expect(answer['tables']).toEqual(
      expect.arrayContaining([
        { name: 'planet', rows: 2 },
        { name: 'person', rows: 3 },
        { name: 'note', rows: 5 },
        { name: ODD, rows: 2 },
      ]),
    )
    expect(answer).toMatchObject({ notes: [], functions: isPostgres ? 1 : 0 })
    // Of the schema itself, which everybody may use.
    expect(answer['skipped']).toEqual(isPostgres ? [expect.objectContaining({ type: 'grants', name: 'public' })] : [])
    expect(await rows('SELECT id, home, parent, height, double_height FROM with_rows.person ORDER BY id')).toEqual(
      await rows('SELECT id, home, parent, height, double_height FROM person ORDER BY id'),
    )
    expect(await rows('SELECT name FROM with_rows.at_home')).toEqual([['Tatooine']])
    expect(await rows(`SELECT * FROM with_rows.strange ORDER BY 1`)).toEqual([[7], [8]])
  })

  test('what is made refers to the clone and never to the source', async () => {
    await clone({ target: 'apart', includeData: true, includeTriggers: true })
    await execute(
      engine().database,
      `DELETE FROM apart.person`,
      `DELETE FROM apart.${quote(ODD)}`,
      `DELETE FROM apart.planet WHERE id = 'p1'`,
      `INSERT INTO apart.person (id, home, height) VALUES (9, 'p2', 300)`,
    )
    // The trigger wrote into the clone's table, whose sequence went on where the source's was.
    expect(await rows('SELECT id, text FROM apart.note ORDER BY id DESC LIMIT 1')).toEqual([[7, 'a person']])
    expect(await rows('SELECT count(*) FROM note')).toEqual([[5]])
    expect(await rows('SELECT name FROM apart.at_home')).toEqual([['Hoth']])
    expect(await rows('SELECT count(*) FROM planet')).toEqual([[2]])
    const add = (sql: string) => execute(engine().database, sql)
    await expect(add(`INSERT INTO apart.person (id, home) VALUES (10, 'p1')`)).rejects.toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
    })
    await expect(add(`INSERT INTO apart.planet (id, moons) VALUES ('p3', -1)`)).rejects.toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
    })
    await expect(add(`INSERT INTO apart.planet (id, name) VALUES ('p4', 'Hoth')`)).rejects.toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
    })
    // The source's sequence has not moved.
    await add(`INSERT INTO note (text) VALUES ('next')`)
    expect(await rows(`SELECT id FROM note WHERE text = 'next'`)).toEqual([[7]])
    await add(`DELETE FROM note WHERE text = 'next'`)
  })

  test('without rows the tables are empty and sequences start anew', async () => {
    const answer = await clone({ target: 'empty' })
    expect(answer).toMatchObject({ includeData: false, rowsCopied: 0, tablesCloned: 4, triggers: 0 })
    expect(answer['skipped']).toContainEqual(expect.objectContaining({ type: 'trigger', name: 'note person' }))
    if (isPostgres)
      expect(answer['skipped']).toContainEqual(expect.objectContaining({ type: 'function', name: 'take_note()' }))
    await execute(engine().database, `INSERT INTO empty.note (text) VALUES ('one')`)
    expect(await rows('SELECT id FROM empty.note')).toEqual([[1]])
    expect(await rows('SELECT count(*) FROM empty.planet')).toEqual([[0]])
  })

  test('a clone is open to later operations and can be cloned itself', async () => {
    await clone({ target: 'first', includeData: true })
    expect(await clone({ source: 'FIRST', target: 'second', includeData: true })).toMatchObject({
      success: true,
      source: 'first',
      viewsCloned: 3,
    })
    expect(await rows('SELECT name FROM second.at_home')).toEqual([['Tatooine']])
  })

  test('what depends on a table that is left out is left out too, and told', async () => {
    const answer = await clone({ target: 'partial', includeData: true, excludeTables: 'PLANET' })
    expect(answer).toMatchObject({ tablesCloned: 3, viewsCloned: 2, foreignKeys: 1 })
    expect(answer['skipped']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'view', name: 'at_home', reason: expect.stringContaining('planet') as string }),
        expect.objectContaining({ type: 'foreignKey', reason: expect.stringContaining('planet') as string }),
      ]),
    )
    await execute(engine().database, `INSERT INTO partial.person (id, home) VALUES (20, 'nowhere')`)
    await expect(rows('SELECT * FROM partial.planet')).rejects.toMatchObject({ name: 'AdminError' })
  })

  test('a dry run plans and makes nothing', async () => {
    const answer = await clone({ target: 'planned', includeData: true, dryRun: true })
    expect(answer).toMatchObject({ dryRun: true, tablesCloned: 4, viewsCloned: 3, rowsCopied: 0 })
    expect(answer['tables']).toContainEqual({ name: 'person', rows: null })
    expect(answer['plan']).toContainEqual({ type: 'view', name: 'at_home' })
    expect(await clone({ source: 'planned', target: 'other' })).toMatchObject({ code: 'SCHEMA_NOT_FOUND' })
  })

  test.each<[what: string, body: Record<string, unknown>, code: string]>([
    ['an unknown source', { source: 'nowhere', target: 'x1' }, 'SCHEMA_NOT_FOUND'],
    ['an existing target in other letters', { target: 'Taken' }, 'TARGET_EXISTS'],
    ['a name with a path in it', { target: '../x' }, 'INVALID_PARAMETER'],
    ['a name with quotes', { target: 'x"y' }, 'INVALID_PARAMETER'],
    ['a name that is too long', { target: 'x'.repeat(64) }, 'INVALID_PARAMETER'],
    ['no target', {}, 'MISSING_PARAMETER'],
    ['an unknown table left out', { target: 'x2', excludeTables: ['nothing'] }, 'TABLE_NOT_FOUND'],
    ['a field that is not known', { target: 'x3', includeDate: true }, 'UNKNOWN_FIELD'],
  ])('refuses %s', async (_what, body, code) => {
    await clone({ target: 'taken' })
    expect(await clone(body)).toMatchObject({ success: false, code })
  })

  test('refuses the source itself, schemas of the engine and callers who are no administrators', async () => {
    expect(await clone({ target: engine().schema.toUpperCase() })).toMatchObject({ code: 'SAME_OBJECT' })
    expect(await clone({ target: isPostgres ? 'pg_mine' : 'temp' })).toMatchObject({ code: 'SCHEMA_NOT_ALLOWED' })
    expect(await clone({ target: 'x4' }, 'operator')).toMatchObject({ code: 'FORBIDDEN' })
  })

  if (name === 'SQLite file')
    test('a clone is a file beside the others, complete and alone', () => {
      const { schemas = '' } = engine()
      expect(existsSync(`${schemas}/with_rows.sqlite`)).toBe(true)
      expect(readdirSync(schemas).filter((file) => /unfinished|journal/.test(file))).toEqual([])
    })
})
