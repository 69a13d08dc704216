/** Failures as the real driver tells them, of a server that speaks HANA's protocol. */
import { FACTS } from '../../../../support/hana/facts.ts'
import { unhurried } from '../../../../support/engines.ts'
import type { Answer, Moment } from '../../../../support/hana-socket/answers.ts'
import { endSockets, openOnSocket } from '../../../../support/hana-socket/use.ts'
import { hanaError } from '../../../../../srv/admin/database/hana/errors.ts'

afterEach(endSockets)

const SQL = 'SELECT LARGE FROM T WHERE A = ?'
const MOMENTS: readonly Moment[] = ['prepare', 'execute', 'fetch', 'lob']
/** Reads a result of several messages whose values are too large for its rows, once it fails and once not. */
const meet = async (failure: Answer) => {
  let isOver = false
  const large = {
    columns: [{ name: 'LARGE', type: 'NCLOB' as const }],
    rows: Array.from({ length: 120 }, () => ['x'.repeat(2_000)]),
  }
  const { server, database } = await openOnSocket({
    answers: (sql) => (sql !== SQL ? undefined : isOver ? large : { ...large, ...failure }),
  })
  const read = () => database.read(unhurried(), (session) => session.query({ sql: SQL, parameters: ['a'] }))
  const outcome = await read().then(
    () => 'no error',
    (error: unknown) => error,
  )
  isOver = true
  expect(await read()).toHaveLength(120)
  return { outcome, server }
}

test.each(MOMENTS)(
  'an error of the server when it should %s has its number, and the connection goes on',
  async (at) => {
    const { outcome, server } = await meet({ error: { code: 258 }, at })
    expect(outcome).toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
    expect(server.sessions).toHaveLength(1)
  },
)

describe.each(['politely', 'rudely'] as const)('a server that leaves %s', (leaves) => {
  test.each(MOMENTS)('when it should %s is away, and is connected to anew', async (at) => {
    const { outcome, server } = await meet({ leaves, at })
    expect(outcome).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(server.sessions).toHaveLength(2)
    expect(server.openConnections).toBe(1)
  })
})

test.each([
  [{ code: 'ECONNREFUSED' }, 'DATABASE_UNAVAILABLE'],
  [{ code: 'EHDBCLOSE' }, 'DATABASE_UNAVAILABLE'],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'DATABASE_UNAVAILABLE'],
  [{ code: 'EHDBMSGPARSE' }, 'DATABASE_ERROR'],
  [{ code: 'EHDBCOMMIT' }, 'DATABASE_ERROR'],
  [{}, 'INVALID_PARAMETER'],
])('a failure with %j is %s', (properties, code) => {
  expect(hanaError(Object.assign(new Error('as the driver says it'), properties))).toMatchObject({ code })
})

test('a mistake of a program is no value that does not fit', () => {
  expect(hanaError(new TypeError('x is not a function'))).toMatchObject({ code: 'DATABASE_ERROR' })
})

describe('numbers of errors', () => {
  /** What an error's name in the reference means here; all others are errors of the database. */
  const MEANINGS: Readonly<Record<string, string>> = {
    ERR_FEATURE_NOT_SUPPORTED: 'NOT_SUPPORTED',
    ERR_AUTHENTICATION_FAILED: 'DATABASE_UNAVAILABLE',
    ERR_SQL_ALTER_PASSWORD_NEEDED: 'DATABASE_UNAVAILABLE',
    ERR_SQL_USER_DEACTIVATED: 'DATABASE_UNAVAILABLE',
    ERR_SQL_USER_LOCKED: 'DATABASE_UNAVAILABLE',
    ERR_TX_ROLLBACK_LOCK_TIMEOUT: 'LOCK_TIMEOUT',
    ERR_TX_ROLLBACK_DEADLOCK: 'LOCK_TIMEOUT',
    ERR_TX_SERIALIZATION: 'LOCK_TIMEOUT',
    ERR_TX_SERIALIZATION_WITH_TIMEOUT: 'LOCK_TIMEOUT',
    ERR_TX_LOCK_ACQUISITION_FAIL: 'LOCK_TIMEOUT',
    ERR_TX_ROLLBACK_QUERY_CANCEL: 'OPERATION_CANCELLED',
    ERR_API_TIMEOUT: 'OPERATION_TIMEOUT',
    ERR_SQL_INSUFF_PRIV: 'INSUFFICIENT_PRIVILEGE',
    ERR_SQL_INV_TABLE: 'TABLE_NOT_FOUND',
    ERR_SQL_INV_COLUMN: 'COLUMN_NOT_FOUND',
    ERR_SQL_INV_SCHEMA: 'SCHEMA_NOT_FOUND',
    ERR_SQL_EXST_TABLE: 'TARGET_EXISTS',
    ERR_SQL_EXST_SCHEMA: 'TARGET_EXISTS',
    ERR_SQL_NOT_NULL: 'CONSTRAINT_VIOLATION',
    ERR_SQL_UNIQUE_VIOLATED: 'CONSTRAINT_VIOLATION',
    ERR_TX_ROLLBACK_UNIQUE_VIOLATED: 'CONSTRAINT_VIOLATION',
    ERR_SQL_FK_NOT_FOUND: 'CONSTRAINT_VIOLATION',
    ERR_SQL_FK_ON_UPDATE_DELETE_FAILED: 'CONSTRAINT_VIOLATION',
    ERR_SQL_CHECK_CONSTRAINT_VIOLATION: 'CONSTRAINT_VIOLATION',
    ERR_SQL_INCNST_DATATYPE: 'INVALID_PARAMETER',
    ERR_SQL_INS_LARGE_VALUE: 'INVALID_PARAMETER',
    ERR_SQL_INV_CHAR_VAL: 'INVALID_PARAMETER',
    ERR_SQL_INV_DATETIME_VAL: 'INVALID_PARAMETER',
    ERR_SQL_DIV_BY_ZERO: 'INVALID_PARAMETER',
    ERR_SQL_NUM_OUT_OF_RANGE: 'INVALID_PARAMETER',
    ERR_SQL_OVERFLOW_NUMERIC: 'INVALID_PARAMETER',
    ERR_SQL_INV_NUMBER: 'INVALID_PARAMETER',
    ERR_SQL_INV_DATE_FORMAT: 'INVALID_PARAMETER',
  }

  test('mean what the reference says', () => {
    const known = Object.entries(FACTS.errorCodes)
    const found = known.map(([code, name]) => [name, hanaError({ code: Number(code) }).code])
    expect(found).toEqual(known.map(([, name]) => [name, MEANINGS[name] ?? 'DATABASE_ERROR']))
    expect(Object.keys(MEANINGS).filter((name) => !known.some((each) => each[1] === name))).toEqual([])
  })

  test('that the reference lacks are none that are known here', () => {
    const named = Array.from({ length: 1_000 }, (_, code) => code).filter(
      (code) => hanaError({ code }).details !== 'The database reported an error',
    )
    expect(named.filter((code) => !(code in FACTS.errorCodes))).toEqual([])
  })
})
