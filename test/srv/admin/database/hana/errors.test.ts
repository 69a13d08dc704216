/** Failures as the real driver tells them, of a server that speaks HANA's protocol. */
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

test.each(MOMENTS)('an error of the server when it should %s has its number, and the connection goes on', async (at) => {
  const { outcome, server } = await meet({ error: { code: 258 }, at })
  expect(outcome).toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
  expect(server.sessions).toHaveLength(1)
})

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
