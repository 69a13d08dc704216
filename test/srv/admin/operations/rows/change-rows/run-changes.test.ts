/** Rows that the database leaves as they are, hides from its user, or holds for others: nothing is told to be done that is not. */
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '../../../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../../../srv/admin/database/session.ts'
import { OWN_ROUTES, ROUTES } from '../../../../../../srv/admin/http/routes.ts'
import { as } from '../../../../../support/admin-api.ts'
import { startEngineApi } from '../../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, query, unhurried, useEngine } from '../../../../../support/engines.ts'

type Body = Record<string, unknown>

const ROUTES_OF_ROWS = [...ROUTES, ...OWN_ROUTES]
const update = (id: number, was: Body, values: Body): Body => ({ action: 'update', key: { id }, was, values })

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const isPostgres = name === 'PostgreSQL'
  const api = startEngineApi(engine, ROUTES_OF_ROWS)
  const change = (table: string, changes: readonly Body[], path = '/rows') =>
    api.post(path, { table, changes }, 'admin')
  const rows = (sql: string) => query(engine().database, sql)
  const trigger = (name: string, table: string, when: string, body: string): string[] =>
    isPostgres
      ? [
          `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${body} END'`,
          `CREATE TRIGGER ${name} ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
        ]
      : [`CREATE TRIGGER ${name} ${when} ON ${table} FOR EACH ROW BEGIN ${body} END`]

  beforeAll(() =>
    execute(
      engine().database,
      ...['kept', 'guarded', 'noting', 'held', 'note'].map(
        (table) => `CREATE TABLE ${table} (id int PRIMARY KEY, name text)`,
      ),
      ...['kept', 'guarded', 'noting', 'held'].map((table) => `INSERT INTO ${table} VALUES (1, 'a'), (2, 'b')`),
      ...trigger('keep', 'kept', 'BEFORE UPDATE', isPostgres ? 'RETURN NULL;' : 'SELECT RAISE(IGNORE);'),
      ...trigger(
        'guard',
        'guarded',
        'BEFORE UPDATE',
        isPostgres ? "RAISE EXCEPTION ''whispered %'', OLD.name;" : "SELECT RAISE(ABORT, 'whispered');",
      ),
      ...trigger(
        'write_down',
        'noting',
        'AFTER UPDATE',
        isPostgres
          ? 'INSERT INTO note VALUES (NEW.id, NEW.name); RETURN NULL;'
          : 'INSERT INTO note VALUES (NEW.id, NEW.name);',
      ),
    ),
  )

  it('tells a row that a trigger leaves as it is from one that is changed, and does nothing of the rest', async () => {
    const changes = [update(1, { name: 'a' }, { name: 'x' })]
    expect(await change('kept', changes)).toMatchObject({ success: false, code: 'CONSTRAINT_VIOLATION' })
    const seen = await change('kept', changes, '/rows/preview')
    expect(seen).toMatchObject({ canRun: false, rowsUpdated: 0 })
    expect(await rows('SELECT name FROM kept WHERE id = 1')).toEqual([{ name: 'a' }])
  })

  it('undoes all where a trigger refuses, and what a trigger does is part of a change', async () => {
    const refused = await change('guarded', [update(1, { name: 'a' }, { name: 'x' })])
    expect(refused['success']).toBe(false)
    expect(await rows('SELECT name FROM guarded WHERE id = 1')).toEqual([{ name: 'a' }])
    const changes = [1, 2].map((id) => update(id, { name: id === 1 ? 'a' : 'b' }, { name: 'x' }))
    expect(await change('noting', changes, '/rows/preview')).toMatchObject({ canRun: true, rowsUpdated: 2 })
    expect(await rows('SELECT id FROM note')).toEqual([])
    expect(await change('noting', changes)).toMatchObject({ rowsUpdated: 2 })
    expect(await rows('SELECT id FROM note ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('waits for whoever holds a row for a while, and a caller who leaves changes nothing', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = (): void => undefined
    const holding = new Promise<void>((resolve) => (isHeld = resolve))
    const other = engine().database.write(unhurried(), async (session) => {
      await session.execute({ sql: "UPDATE held SET name = 'other' WHERE id = 1", parameters: [] })
      isHeld()
      await held
    })
    await holding
    try {
      const gone = new AbortController()
      const changes = [update(1, {}, { name: 'x' })]
      const body = JSON.stringify({ table: 'held', changes, overwrite: true })
      const headers = { ...as('admin'), 'content-type': 'application/json' }
      const asked = api.send({ method: 'POST', path: '/api/v1/rows', headers, body, signal: gone.signal })
      await delay(100)
      gone.abort()
      await expect(asked).rejects.toThrow()
    } finally {
      release()
      await other
    }
    expect(await change('held', [update(1, { name: 'a' }, { name: 'x' })])).toMatchObject({ code: 'ROW_CHANGED' })
    expect(await rows('SELECT name FROM held WHERE id = 1')).toEqual([{ name: 'other' }])
  })
})

describe('row-level security of PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  let limited: Database | undefined
  const api = startEngineApi(() => ({ ...engine(), database: limited as Database }), ROUTES_OF_ROWS)
  const change = (changes: readonly Body[], path = '/rows') =>
    api.post(path, { schema: 'public', table: 'account', changes }, 'admin')

  beforeAll(async () => {
    await execute(
      engine().database,
      "CREATE ROLE clerk LOGIN PASSWORD 'clerk'",
      'CREATE TABLE account (id int PRIMARY KEY, owner text)',
      "INSERT INTO account VALUES (1, 'clerk'), (2, 'other'), (3, 'shown')",
      'GRANT ALL ON account TO clerk',
      'ALTER TABLE account ENABLE ROW LEVEL SECURITY',
      "CREATE POLICY seen ON account FOR SELECT TO clerk USING (owner IN ('clerk', 'shown'))",
      "CREATE POLICY own ON account FOR UPDATE TO clerk USING (owner = 'clerk') WITH CHECK (owner = 'clerk')",
    )
    limited = openPostgres({ ...engine().server?.credentials, user: 'clerk', password: 'clerk' })
  })
  afterAll(() => limited?.close())

  it('takes rows that are hidden for gone, and names what policies refuse', async () => {
    const other = update(2, { owner: 'other' }, { owner: 'clerk' })
    const answer = await change([other])
    expect(answer).toMatchObject({ code: 'ROW_CHANGED', conflicts: [{ index: 0, isGone: true }] })
    expect(JSON.stringify(answer)).not.toContain('"now":"other"')
    const given = update(1, { owner: 'clerk' }, { owner: 'other' })
    const inserted = { action: 'insert', values: { id: 4, owner: 'clerk' } }
    for (const each of [given, inserted]) {
      expect(await change([each])).toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
      const seen = await change([each], '/rows/preview')
      expect(seen).toMatchObject({ canRun: false, changes: [{ problem: { code: 'INSUFFICIENT_PRIVILEGE' } }] })
    }
    // Locked for an update it is not to be seen either.
    expect((await change([update(3, { owner: 'shown' }, { owner: 'clerk' })]))['success']).toBe(false)
    const all = await query(engine().database, 'SELECT id, owner FROM account ORDER BY id')
    expect(all.map(({ owner }) => owner)).toEqual(['clerk', 'other', 'shown'])
  })
})
