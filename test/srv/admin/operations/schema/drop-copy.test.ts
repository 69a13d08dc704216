import { OWN_ROUTES, ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { as } from '../../../../support/admin-api.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, query, useEngine } from '../../../../support/engines.ts'

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const api = startEngineApi(engine, [...ROUTES, ...OWN_ROUTES])
  const run = (...statements: readonly string[]) => execute(engine().database, ...statements)
  const ask = async (method: string, parameters: Record<string, string>, user = 'admin') => {
    const path = `/api/v1/copies?${new URLSearchParams(parameters).toString()}`
    return (await api.send({ method, path, headers: as(user) })).json
  }
  const drop = (parameters: Record<string, string>, user?: string) => ask('DELETE', parameters, user)
  const list = async (schema = engine().schema) => ask('GET', { schema }, 'viewer')
  const copy = (body: Record<string, unknown>) => api.post('/tableCopy', { includeData: true, ...body }, 'admin')
  const clone = (target: string) =>
    api.post('/schemaClone', { source: engine().schema, target, includeData: true }, 'admin')

  beforeAll(() =>
    run(
      `CREATE TABLE "Odd (name" (id INTEGER PRIMARY KEY, name VARCHAR(20) CHECK (name <> 'x'))`,
      `INSERT INTO "Odd (name" VALUES (1, 'a'), (2, 'b')`,
      ...(isPostgres ? [`COMMENT ON TABLE "Odd (name" IS 'It''s odd'`] : []),
    ),
  )

  test('only what was copied can be dropped, by admins, and a dry run tells what', async () => {
    await copy({ sourceTable: 'Odd (name', targetTable: 'a copy' })
    expect(await list()).toMatchObject({ tables: ['a copy'], schemas: [] })
    expect(await drop({ table: 'Odd (name' })).toMatchObject({
      code: 'NOT_A_COPY',
      details: expect.stringContaining('a copy') as string,
    })
    expect(await drop({ table: 'nothing' })).toMatchObject({ code: 'TABLE_NOT_FOUND' })
    expect(await drop({})).toMatchObject({ code: 'MISSING_PARAMETER' })
    expect(await drop({ table: 'a copy' }, 'operator')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await drop({ schema: engine().schema })).toMatchObject({ code: 'NOT_A_COPY' })
    expect(await drop({ table: 'A COPY', dryRun: 'true' })).toMatchObject({
      success: true,
      schema: engine().schema,
      table: 'a copy',
      objects: ['a copy'],
      blockedBy: [],
      dropped: false,
      dryRun: true,
    })
    expect(await query(engine().database, 'SELECT * FROM "a copy"')).toHaveLength(2)
    expect(await drop({ table: 'a copy' })).toMatchObject({ dropped: true })
    expect(await list()).toMatchObject({ tables: [], count: 0 })
    expect(await query(engine().database, 'SELECT * FROM "Odd (name"')).toHaveLength(2)
  })

  test('a copy of a copy is one, also under a name that it gets later, and its checks are the same', async () => {
    await copy({ sourceTable: 'Odd (name', targetTable: 'first' })
    await copy({ sourceTable: 'first', targetTable: 'second' })
    await run('ALTER TABLE second RENAME TO third')
    expect(await list()).toMatchObject({ tables: ['first', 'third'] })
    await expect(run(`INSERT INTO third VALUES (9, 'x')`)).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
    for (const table of ['first', 'third']) expect(await drop({ table })).toMatchObject({ dropped: true })
  })

  test('nothing is dropped that others depend on', async () => {
    await copy({ sourceTable: 'Odd (name', targetTable: 'held' })
    await run('CREATE VIEW on_held AS SELECT id FROM held')
    const blocked = await drop({ table: 'held', dryRun: 'true' })
    expect(blocked).toMatchObject({ dropped: false, blockedBy: [expect.stringContaining('on_held')] })
    expect(await drop({ table: 'held' })).toMatchObject({ code: 'DROP_BLOCKED' })
    await run(
      'DROP VIEW on_held',
      'CREATE TABLE child (id INTEGER REFERENCES held (id) ON DELETE CASCADE)',
      'INSERT INTO child VALUES (1)',
    )
    expect(await drop({ table: 'held' })).toMatchObject({ code: 'DROP_BLOCKED', details: expect.stringContaining('child') as string }) // prettier-ignore
    expect(await query(engine().database, 'SELECT * FROM child')).toHaveLength(1)
    await run('DROP TABLE child')
    expect(await drop({ table: 'held' })).toMatchObject({ dropped: true })
  })

  test('a clone is dropped with all that is in it, and its name is free again', async () => {
    for (const round of [1, 2]) {
      expect(await clone('twin')).toMatchObject({ success: true, rowsCopied: 2 })
      expect(await list('twin')).toMatchObject({ schemas: ['twin'] })
      expect(await drop({ schema: 'twin', dryRun: 'true' })).toMatchObject({ objects: ['Odd (name'], dropped: false })
      await run(`INSERT INTO twin."Odd (name" VALUES (${String(10 + round)}, 'new')`)
      expect(await query(engine().database, 'SELECT id FROM twin."Odd (name" WHERE id > 10')).toHaveLength(1)
      expect(await drop({ schema: 'twin' })).toMatchObject({ dropped: true })
      expect(await api.post('/export', { schema: 'twin', table: 'Odd (name' })).toMatchObject({
        code: 'SCHEMA_NOT_FOUND',
      })
    }
    expect(await list()).toMatchObject({ schemas: [] })
  })

  if (isPostgres)
    test('a clone that something outside depends on stays', async () => {
      await clone('twin')
      await run('CREATE VIEW outside AS SELECT id FROM twin."Odd (name"')
      expect(await drop({ schema: 'twin' })).toMatchObject({ code: 'DROP_BLOCKED', details: expect.stringContaining('outside') as string }) // prettier-ignore
      await run('DROP VIEW outside', 'CREATE SCHEMA own')
      expect(await drop({ schema: 'twin' })).toMatchObject({ dropped: true })
      expect((await list())['schemas']).toEqual([])
    })
  else
    test('when there are as many clones as can be, they are named', async () => {
      const names = Array.from({ length: 10 }, (_, index) => `c${String(index)}`)
      for (const target of names) expect(await clone(target)).toMatchObject({ success: true })
      expect(await clone('more')).toMatchObject({ code: 'LIMIT_TOO_LARGE', details: expect.stringContaining('c0, c1') as string }) // prettier-ignore
      expect(await list()).toMatchObject({ schemas: names })
      expect(await drop({ schema: 'c3' })).toMatchObject({ dropped: true })
      expect(await clone('more')).toMatchObject({ success: true })
      for (const schema of ['more', ...names.filter((each) => each !== 'c3')])
        expect(await drop({ schema })).toMatchObject({ dropped: true })
    }, 60_000)
})
