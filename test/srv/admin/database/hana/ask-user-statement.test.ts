import { createRequire } from 'node:module'
import { openHana } from '../../../../../srv/admin/database/hana/database.ts'
import { typeName } from '../../../../../srv/admin/database/hana/values.ts'
import { ATTACKS } from '../../../../support/attacks/hana.ts'
import { unhurried } from '../../../../support/engines.ts'
import { FakeHana, type Recorded } from '../../../../support/fake-hana.ts'

const CREDENTIALS = { host: 'h', port: 1, user: 'u', password: 'p' }
const ask = async (sql: string, recorded: Recorded, more: object = {}) => {
  const fake = new FakeHana(recorded)
  const database = openHana(CREDENTIALS, fake)
  const statement = {
    sql,
    rowLimit: 2,
    isPlan: false,
    isAnalyzed: false,
    closed: [],
    opensCatalogs: true,
    isOpen: () => Promise.resolve(true),
    allowsFunction: () => false,
    allowsSuperuser: false,
  }
  const answer = await database.ask(unhurried(), { ...statement, ...more }).catch((error: unknown) => error)
  return { answer, fake }
}

const all = Object.entries(ATTACKS).flatMap(([code, list]) => list.map((sql) => [sql, Number(code)] as const))

test('there are enough attacks', () => {
  expect(all.length).toBeGreaterThanOrEqual(60)
})

test.each(all)('%s is prepared, and never run', async (sql, functionCode) => {
  const { answer, fake } = await ask(sql, {
    sql: /^(?!SET TRANSACTION (?:ISO|READ ONLY)|CONNECT$)/,
    functionCode,
    changed: 1,
  })
  expect(answer).toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
  expect(fake.log).toEqual(['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'SET TRANSACTION READ ONLY', 'ROLLBACK'])
})

test('what the server does not name is not run', async () => {
  const { answer, fake } = await ask('SELECT 1 FROM DUMMY', { sql: /DUMMY/ })
  expect(answer).toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
  expect(fake.log).not.toContain('SELECT 1 FROM DUMMY')
})

test('a query runs in a read-only transaction, on a connection that is closed behind it', async () => {
  const rows = [{ ID: 1 }, { ID: 2 }, { ID: 3 }]
  const { answer, fake } = await ask('SELECT ID FROM FILM', { sql: /FILM/, functionCode: 5, rows })
  expect(answer).toMatchObject({ columns: [{ name: 'ID' }], rows: [[1], [2]], isTruncated: true, plan: null })
  expect(fake.log).toEqual([
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'SET TRANSACTION READ ONLY',
    'SELECT ID FROM FILM',
    'ROLLBACK',
  ])
  expect(fake.clients.map(({ readyState }) => readyState)).toEqual(['closed'])
})

test('an error of the server is one of the statement', async () => {
  const { answer } = await ask('SELECT NOPE FROM FILM', { sql: /FILM/, functionCode: 5, error: 260 })
  expect(answer).toMatchObject({ code: 'INVALID_STATEMENT', reason: { code: '260' } })
})

test('columns of every type that the driver knows are named', () => {
  const codes = createRequire(__filename)('hdb/lib/protocol/common/TypeCode.js') as Readonly<Record<string, number>>
  const inProtocolOnly = /^(?:NULL|UNUSED\w+|\w+_L?TZ|INTERVAL_\w+|U?ROWID|DECIMAL_DIGIT_ARRAY|TABLE|ABAP\w+)$/
  const named = Object.entries(codes).filter(([name]) => !inProtocolOnly.test(name))
  expect(named.filter(([, code]) => typeName(code) === null)).toEqual([])
  expect([74, 75, 76, 81, 82, 96].map(typeName)).toEqual([
    ...['ST_GEOMETRY', 'ST_POINT', 'DECIMAL', 'DECIMAL', 'DECIMAL', 'REAL_VECTOR'],
  ])
})

test('a plan is not asked for, since that would write', async () => {
  const { answer, fake } = await ask('SELECT ID FROM FILM', { sql: /FILM/, functionCode: 5 }, { isPlan: true })
  expect(answer).toMatchObject({ code: 'NOT_SUPPORTED' })
  expect(fake.log.join()).not.toContain('FILM')
})
