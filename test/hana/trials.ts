import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { quoteIdentifier as quote } from '../../srv/admin/core/identifiers.ts'
import type { Value } from '../../srv/admin/core/values.ts'
import type { Database, RowBatch, WriteSession } from '../../srv/admin/database/session.ts'
import { KINDS } from '../support/hana/kinds.ts'
import { type Names, patient } from './own-schema.ts'

/** Something that a HANA must do as it is expected; it throws where it does not. */
export interface Trial {
  readonly name: string
  readonly run: (database: Database, names: Names) => Promise<void>
}

const TEXT = 'Prinzessin Leia 👑 é '.repeat(20_000)
const ROW: readonly Value[] = [
  ...[1, true, 255, -32_768, 2n ** 62n, '-12345678901234567890.1234567890', 0.1, '漢字 👑'.repeat(700)],
  ...['2024-02-29', '23:59:59', '2024-02-29 12:34:56', '2024-02-29 12:34:56.123456'],
  ...[new Uint8Array(5_000).fill(7), TEXT, new Uint8Array(400_000).fill(7)],
]
/** As the driver reads them. */
const READ = ROW.map((value) => (value === '2024-02-29 12:34:56.123456' ? '2024-02-29 12:34:56.123456000' : value))
const NULLS: readonly Value[] = [2, ...ROW.slice(1).map(() => null)]

const same = (what: string, found: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(found, expected)) throw new Error(`${what} is ${brief(found)} instead of ${brief(expected)}`)
}
const brief = (value: unknown): string => {
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value, (_key, each: unknown) => briefly(each))
  return text.slice(0, 80)
}
const briefly = (value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? `${String(value.length)} bytes` : value

async function* oneBatch(rows: RowBatch): AsyncGenerator<RowBatch> {
  yield await Promise.resolve(rows)
}

const columns = KINDS.map(({ name }) => name)
const put = (session: WriteSession, schema: string, ...rows: readonly (readonly Value[])[]): Promise<number> =>
  session.insert({ schema, table: 'KINDS', columns }, oneBatch(rows))
const idsOf = async (database: Database, schema: string): Promise<unknown[]> => {
  const sql = `SELECT "ID" FROM ${quote(schema)}."KINDS" ORDER BY "ID"`
  const rows = await database.read(patient(), (session) => session.query({ sql, parameters: [] }))
  return rows.map(({ ID }) => ID)
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

const valuesComeBack: Trial['run'] = async (database, { APP }) => {
  same('the number of rows', await database.write(patient(), (session) => put(session, APP, ROW, NULLS)), 2)
  const list = columns.map((name) => (name === 'EXACT' ? `TO_VARCHAR("EXACT") AS "EXACT"` : quote(name)))
  const sql = `SELECT ${list.join(', ')} FROM ${quote(APP)}."KINDS" ORDER BY "ID"`
  const [full, empty] = await database.read(patient(), (session) => session.query({ sql, parameters: [] }))
  columns.forEach((name, index) => {
    same(`the ${name} read`, full?.[name], READ[index])
    same(`the ${name} read`, empty?.[name], NULLS[index])
  })
}

const parametersFit: Trial['run'] = async (database, { APP }) => {
  const where = [
    ...[
      '"ID" = ?',
      '"ID" = TO_BIGINT(?)',
      '"FLAG" = TO_BOOLEAN(?)',
      '"BIG" = TO_BIGINT(?)',
      '"FLOATING" = TO_DOUBLE(?)',
    ],
    ...['"EXACT" = TO_DECIMAL(?)', '"NAME" = TO_NVARCHAR(?)', '"DAY" = TO_DATE(?)', '"AT" = TO_TIME(?)'],
    ...['"INSTANT" = TO_TIMESTAMP(?)', "TO_NVARCHAR(?) = '1'", "TO_NVARCHAR(?) = '1.5'"],
  ]
  const at = (name: string): Value => ROW[columns.indexOf(name)] ?? null
  const parameters: Value[] = [
    1,
    1,
    true,
    ...['BIG', 'FLOATING', 'EXACT', 'NAME', 'DAY', 'AT', 'INSTANT'].map(at),
    true,
    1.5,
  ]
  const sql = `SELECT "ID" FROM ${quote(APP)}."KINDS" WHERE ${where.join(' AND ')} LIMIT ? OFFSET ?`
  const rows = await database.read(patient(), (session) => session.query({ sql, parameters: [...parameters, 5, 0] }))
  same('the row found', rows, [{ ID: 1 }])
}

const savepointsUndo: Trial['run'] = async (database, { APP }) => {
  await database.write(patient(), async (session) => {
    await put(session, APP, [3, ...NULLS.slice(1)])
    const refused = await codeOf(
      session.savepoint(() => put(session, APP, [4, ...NULLS.slice(1)], [1, ...NULLS.slice(1)])),
    )
    same('a second row with the same key', refused, 'CONSTRAINT_VIOLATION')
    await put(session, APP, [5, ...NULLS.slice(1)])
  })
  same('the rows', await idsOf(database, APP), [1, 2, 3, 5])
}

const rollbackUndoes: Trial['run'] = async (database, { APP }) => {
  const undone = new Error('as planned')
  const writing = database.write(patient(), async (session) => {
    await put(session, APP, [6, ...NULLS.slice(1)])
    await session.execute({ sql: `CREATE COLUMN TABLE ${quote(APP)}."UNDONE" ("A" INTEGER)`, parameters: [] })
    throw undone
  })
  await writing.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  same('the rows', await idsOf(database, APP), [1, 2, 3, 5])
  const sql =
    'SELECT count(*) AS "n" FROM SYS.TABLES WHERE SCHEMA_NAME = TO_NVARCHAR(?) AND TABLE_NAME = TO_NVARCHAR(?)'
  const [row] = await database.read(patient(), (session) => session.query({ sql, parameters: [APP, 'UNDONE'] }))
  same('the number of tables made', row?.['n'], 0)
}

const errorsHaveNumbers: Trial['run'] = async (database, { APP }) => {
  const film = `${quote(APP)}."FILM"`
  const cases: readonly (readonly [string, readonly Value[], string])[] = [
    [`DELETE FROM ${quote(APP)}."NOWHERE"`, [], 'TABLE_NOT_FOUND'],
    [`UPDATE ${film} SET "NOTHING" = 1`, [], 'COLUMN_NOT_FOUND'],
    [`UPDATE ${film} SET "ID" = 1 WHERE "ID" = 2`, [], 'CONSTRAINT_VIOLATION'],
    [`UPDATE ${film} SET "DIRECTOR_ID" = 99`, [], 'CONSTRAINT_VIOLATION'],
    [`UPDATE ${film} SET "EPISODE" = TO_BIGINT(?)`, ['x'], 'INVALID_PARAMETER'],
    [`UPDATE ${film} SET "RELEASED" = ?`, ['x'], 'INVALID_PARAMETER'],
  ]
  for (const [sql, parameters, expected] of cases) {
    const writing = database.write(patient(), (session) => session.execute({ sql, parameters }))
    same(sql, await codeOf(writing), expected)
  }
}

const statementsAreCancelled: Trial['run'] = async (database, { APP }) => {
  const statement = { sql: `UPDATE ${quote(APP)}."FILM" SET "TITLE" = ? WHERE "ID" = 1`, parameters: ['Waiting'] }
  const controller = new AbortController()
  await database.write(patient(), async (session) => {
    await session.execute(statement)
    const waiting = codeOf(
      database.write({ signal: controller.signal, timeoutMs: 120_000 }, (other) => other.execute(statement)),
    )
    await sleep(500)
    controller.abort()
    same('a statement that waits for a lock and is given up', await waiting, 'OPERATION_CANCELLED')
    // The attempt to cancel it is in the table.
    for (let tries = 0; tries < 60 && database.usage().busy > 1; tries++) await sleep(100)
    same('the number of connections that work', database.usage().busy, 1)
  })
}

export const TRIALS: readonly Trial[] = [
  { name: 'values of each type come back, large ones in parts', run: valuesComeBack },
  { name: 'parameters are taken with and without a type', run: parametersFit },
  { name: 'a savepoint undoes what came after it, and only that', run: savepointsUndo },
  { name: 'a rollback undoes rows and structure', run: rollbackUndoes },
  { name: 'errors have the numbers that they should', run: errorsHaveNumbers },
  { name: 'a statement that is given up is cancelled', run: statementsAreCancelled },
]
