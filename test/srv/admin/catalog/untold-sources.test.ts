/** Sensitive data on a Node.js that does not tell what views and triggers of SQLite read: all that they make counts as such. */
import type { Model } from '../../../../srv/admin/core/model.ts'
import type { Database, Session } from '../../../../srv/admin/database/session.ts'
import { requireAuthorizer } from '../../../../srv/admin/database/sqlite/authorizer.ts'
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../support/engine-api.ts'
import { execute, type TestEngine, useEngine } from '../../../support/engines.ts'
import { modelEntity } from '../../../support/model-entity.ts'

const MODEL: Model = {
  services: [],
  entities: [modelEntity({ name: 'my.Person', table: 'PERSON', keys: ['ID'], sensitiveColumns: ['Income'] })],
}
const SECRET = 98_765

/** An object with another member; what it has by itself stays private to it. */
const changed = <T extends object>(target: T, changes: Partial<T>): T =>
  new Proxy(target, {
    get: (_, name) => {
      if (Object.hasOwn(changes, name)) return changes[name as keyof T]
      const member = target[name as keyof T] as unknown
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })

const older = (database: Database): Database => {
  const describeAccess = async (): Promise<never[]> => {
    requireAuthorizer('Telling it', false)
    return []
  }
  const forget = <S extends Session>(session: S): S => changed<Session>(session, { describeAccess }) as S
  return changed(database, {
    read: (options, work) => database.read(options, (session) => work(forget(session))),
    write: (options, work) => database.write(options, (session) => work(forget(session))),
  })
}

const engine = useEngine('SQLite in memory')
const olderEngine = (): TestEngine => ({ ...engine(), database: older(engine().database) })
const api = startEngineApi(olderEngine, ROUTES, { model: MODEL })
const rowsOf = async (table: string, user?: string): Promise<unknown> =>
  (await api.post('/export', { table, format: 'json' }, user))['rows']

beforeAll(() =>
  execute(
    engine().database,
    'CREATE TABLE person (id int PRIMARY KEY, name text, income int, twice int GENERATED ALWAYS AS (income * 2) STORED)',
    'CREATE TABLE earner (id int PRIMARY KEY, income int)',
    'CREATE TABLE log (amount int)',
    'CREATE TABLE harmless (id int PRIMARY KEY, name text)',
    `INSERT INTO harmless VALUES (1, 'Han')`,
    `INSERT INTO person (id, name, income) VALUES (1, 'Leia', ${String(SECRET)})`,
    'CREATE TRIGGER noting AFTER INSERT ON earner BEGIN INSERT INTO log VALUES (NEW.income); END',
    'INSERT INTO earner SELECT id, income FROM person',
    'CREATE VIEW shown AS SELECT income AS amount FROM person',
    'CREATE VIEW computed AS SELECT amount + 1 AS more FROM shown',
    'CREATE VIEW listed AS SELECT value AS x FROM person AS p, json_each(json_array(p.income))',
    'CREATE VIEW fine AS SELECT name FROM harmless',
    `CREATE VIRTUAL TABLE found USING fts5(income, content='person', content_rowid='id')`,
    'CREATE VIRTUAL TABLE kept USING fts4(income)',
    'INSERT INTO kept SELECT income FROM person',
    'CREATE VIEW through AS SELECT income AS x FROM found',
  ),
)

const MADE = ['shown', 'computed', 'listed', 'through', 'found', 'kept', 'log', 'earner']

it.each(MADE)('nothing of %s is shown to an operator, and all to an admin', async (table) => {
  const [row] = (await rowsOf(table)) as object[]
  expect(new Set(Object.values(row!))).toEqual(new Set(['***']))
  expect(JSON.stringify(await rowsOf(table, 'admin'))).toMatch(/9876[56]/)
})

it.each(MADE)('nothing of %s chooses, orders, is compared, or is profiled', async (table) => {
  const [column = ''] = Object.keys(((await rowsOf(table)) as object[])[0]!)
  const refused = { code: 'FORBIDDEN' }
  expect(await api.post('/export', { table, where: `${column} > 5` })).toMatchObject(refused)
  expect(await api.post('/export', { table, orderBy: column })).toMatchObject(refused)
  const pair = { table1: table, table2: 'harmless', keyColumns: column }
  expect((await api.post('/compareData', pair))['success']).toBe(false)
  expect(JSON.stringify(await api.post('/dataProfile', { table }))).not.toMatch(/9876[56]|197530/)
})

it('a table that no trigger writes shows what the model does not mark', async () => {
  expect(await rowsOf('harmless')).toEqual([{ id: 1, name: 'Han' }])
  expect(await rowsOf('person')).toEqual([{ id: 1, name: 'Leia', income: '***', twice: '***' }])
  expect(await rowsOf('fine')).toEqual([{ name: '***' }])
})

it('the tables that a virtual one keeps its rows in are nowhere', async () => {
  for (const table of ['kept_content', 'kept_segdir', 'found_data'])
    expect(await api.post('/export', { table })).toMatchObject({ code: 'TABLE_NOT_FOUND' })
})

it('a copy is masked as what it was made of', async () => {
  const copy = { sourceTable: 'person', targetTable: 'crew', includeData: true }
  expect(await api.post('/tableCopy', copy, 'admin')).toMatchObject({ success: true })
  expect(await rowsOf('crew')).toEqual([{ id: 1, name: 'Leia', income: '***', twice: '***' }])
})
