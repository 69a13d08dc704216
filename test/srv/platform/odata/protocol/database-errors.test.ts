import { randomUUID } from 'node:crypto'
import cds from '@sap/cds'
import {
  databaseFailure,
  EXPRESSION_ERROR,
  POOL_ERROR,
} from '../../../../../srv/platform/odata/protocol/database-errors.ts'
import { FACTS } from '../../../../support/hana/facts.ts'
import { startEmptyApp } from '../../../../support/app.ts'
import { changeSet, part, readMultipart, sendJsonBatch, sendMultipartBatch, ways } from '../../../../support/odata.ts'

const app = startEmptyApp()

const failure = (error: object, kind?: string) => {
  const { status, code } = databaseFailure(Object.assign(new Error('driver text'), error), kind) ?? {}
  return [status, code]
}

describe('the meaning of driver errors', () => {
  test.each([
    ['SQLite primary key', { code: 'ERR_SQLITE_ERROR', errcode: 1555 }],
    ['SQLite unique index', { code: 'ERR_SQLITE_ERROR', errcode: 2067 }],
    ['PostgreSQL', { code: '23505', query: 'INSERT' }],
    ['HANA', { code: 301, query: 'INSERT' }],
  ])('a duplicate on %s is 409 UNIQUE_VIOLATION', (_, error) => {
    expect(failure(error)).toEqual([409, 'UNIQUE_VIOLATION'])
  })

  test.each([
    ['SQLite not null', { code: 'SQLITE_CONSTRAINT_NOTNULL', errcode: 1299 }],
    ['SQLite foreign key', { code: 'ERR_SQLITE_ERROR', errcode: 787 }],
    ['PostgreSQL not null', { code: '23502' }],
    ['PostgreSQL foreign key', { code: '23503' }],
    ['HANA not null', { code: 287, query: 'INSERT' }],
    ['HANA foreign key', { code: 461, query: 'INSERT' }],
  ])('%s is 409 CONSTRAINT_VIOLATION', (_, error) => {
    expect(failure(error)).toEqual([409, 'CONSTRAINT_VIOLATION'])
  })

  test.each([
    ['SQLite mismatch', { code: 'ERR_SQLITE_ERROR', errcode: 20 }],
    ['SQLite expression', { code: 'ERR_SQLITE_ERROR', errcode: 1 }],
    ['PostgreSQL text representation', { code: '22P02' }],
    ['PostgreSQL number out of range', { code: '22003' }],
    ['PostgreSQL unknown column', { code: '42703' }],
    ['PostgreSQL unknown function', { code: '42883' }],
    ['HANA number', { code: 339, query: 'SELECT' }],
    ['a value that the client of HANA refuses to send', { code: -10427, query: 'INSERT' }],
  ])('%s is 400 INVALID_VALUE', (_, error) => {
    expect(failure(error)).toEqual([400, 'INVALID_VALUE'])
  })

  test.each([
    ['the pool', { code: POOL_ERROR }],
    ['SQLite busy', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
    ['SQLite interrupted', { code: 'ERR_SQLITE_ERROR', errcode: 9 }],
    ['PostgreSQL connection', { code: '08006' }],
    ['PostgreSQL shutdown', { code: '57P01' }],
    ['PostgreSQL too many connections', { code: '53300' }],
    ['PostgreSQL killed', { query: 'SELECT' }],
    ['HANA connection', { code: -10709, query: 'SELECT' }],
    ['a socket', { code: 'ECONNREFUSED' }],
    ['SQLite without memory', { code: 'ERR_SQLITE_ERROR', errcode: 7 }],
    ['SQLite read', { code: 'ERR_SQLITE_ERROR', errcode: 266 }],
    ['SQLite write', { code: 'ERR_SQLITE_ERROR', errcode: 778 }],
    ['SQLite file', { code: 'ERR_SQLITE_ERROR', errcode: 14 }],
    ['SQLite on a full disk', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
    ['SQLite read-only', { code: 'ERR_SQLITE_ERROR', errcode: 8 }],
    ['PostgreSQL on a full disk', { code: '53100' }],
    ['PostgreSQL read-only', { code: '25006' }],
    ['PostgreSQL write', { code: '58030' }],
    ['HANA on a full disk', { code: 14, query: 'INSERT' }],
    ['HANA without memory', { code: 4, query: 'SELECT' }],
  ])('%s is 503 DATABASE_UNAVAILABLE', (_, error) => {
    expect(failure(error)).toEqual([503, 'DATABASE_UNAVAILABLE'])
  })

  test.each([
    ['PostgreSQL', { code: '42501', query: 'SELECT' }],
    ['SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 23 }],
    ['SQLite, of a file', { code: 'ERR_SQLITE_ERROR', errcode: 3 }],
    ['HANA', { code: 258, query: 'SELECT' }],
  ])('a missing right on %s is 403 INSUFFICIENT_PRIVILEGE', (_, error) => {
    expect(failure(error)).toEqual([403, 'INSUFFICIENT_PRIVILEGE'])
  })

  test("a value that HANA's driver does not send is 400, a connection that it loses 503", () => {
    expect(failure({ query: 'INSERT' }, 'hana')).toEqual([400, 'INVALID_VALUE'])
    expect(failure({ query: 'INSERT', code: 'EHDBCLOSE' }, 'hana')).toEqual([503, 'DATABASE_UNAVAILABLE'])
    expect(failure({ query: 'INSERT' }, 'postgres')).toEqual([503, 'DATABASE_UNAVAILABLE'])
  })

  test.each([
    ['no number of HANA', [261, 306, 313, 411, 412], undefined],
    ['400 on HANA', [7, 260, 266, 274, 302, 303, 304, 307, 314, 328, 339, 407], 400],
    ['403 on HANA', [258], 403],
    ['409 on HANA', [287, 301, 461, 462, 677], 409],
    ['503 on HANA', [4, 14, 131, 132, 133, 138, 139, 143, 146, 151, 152, 613, 688], 503],
  ])('%s is another one than the reference says', (_, codes, status) => {
    expect(codes.filter((code) => !(code in FACTS.errorCodes))).toEqual([])
    expect(codes.map((code) => failure({ code, query: 'SELECT' }, 'hana')[0])).toEqual(codes.map(() => status))
    const others = Object.keys(FACTS.errorCodes)
      .map(Number)
      .filter((code) => !codes.includes(code))
    if (status !== undefined)
      expect(others.map((code) => failure({ code, query: 'SELECT' }, 'hana')[0])).not.toContain(status)
  })

  test('expressions are 400 INVALID_EXPRESSION', () => {
    expect(failure({ code: EXPRESSION_ERROR })).toEqual([400, 'INVALID_EXPRESSION'])
  })

  test.each([
    ['an error of a handler', { code: 409, status: 409 }],
    ['a code of a handler', { code: 'FILM_LOCKED' }],
    ['an HTTP status without a statement', { code: 404 }],
    ['a missing table on PostgreSQL', { code: '42P01', query: 'SELECT' }],
    ['a missing table on HANA', { code: 259, query: 'SELECT' }],
    ['a plain error', {}],
  ])('%s is left alone', (_, error) => {
    expect(failure(error)).toEqual([undefined, undefined])
  })
})

describe.each(ways(app, 'SagaFilm'))('Duplicates, %s', (_, ask) => {
  const NO_SQL = /SELECT|INSERT|constraint|saga_|SQLITE|_ID\b/i

  test('the same ID twice is 409, without SQL', async () => {
    const body = { ID: randomUUID(), name: 'x' }
    expect((await ask('POST', 'People', { body })).status).toBe(201)
    const answer = await ask('POST', 'People', { body })
    expect([answer.status, answer.body.error.code]).toEqual([409, 'UNIQUE_VIOLATION'])
    expect(answer.text).not.toMatch(NO_SQL)
  })

  test('the same link twice is 409: on the active film, and when a draft is activated', async () => {
    const { body: person } = await ask('POST', 'People', { body: { name: 'x' } })
    const link = { body: { people_ID: person.ID } }
    const { body: film } = await ask('POST', 'Film', { body: { title: 'x', IsActiveEntity: true } })
    const active = `Film(ID=${film.ID},IsActiveEntity=true)/characters`
    expect((await ask('POST', active, link)).status).toBe(201)
    expect((await ask('POST', active, link)).status).toBe(409)

    const { body: draft } = await ask('POST', 'Film', { body: { title: 'x' } })
    const characters = `Film(ID=${draft.ID},IsActiveEntity=false)/characters`
    await ask('POST', characters, link)
    await ask('POST', characters, link)
    const answer = await ask('POST', `Film(ID=${draft.ID},IsActiveEntity=false)/draftActivate`, { body: {} })
    expect([Math.floor(answer.status / 100), typeof answer.body.error.code]).toEqual([4, 'string'])
    expect(answer.text).not.toMatch(/SELECT|INSERT|saga_|SQLITE/)
  })
})

describe('errors of a commit', () => {
  beforeAll(() => {
    cds.services['SagaFilm']!.before('CREATE', 'Planet', (req) => {
      const rejects = (req.data as { name?: string }).name === 'rejected at commit'
      const error = Object.assign(new Error('duplicate key in saga_planet'), { code: '23505', query: 'COMMIT' })
      if (rejects)
        (req as unknown as { before: (event: string, handler: () => void) => void }).before('commit', () => {
          throw error
        })
    })
  })

  const bodies = [{ name: 'rejected at commit' }, { name: 'another' }]

  test('fail every member of a group in a JSON batch', async () => {
    const requests = bodies.map((body, id) => ({
      id: String(id),
      atomicityGroup: 'g',
      method: 'POST',
      url: 'Planet',
      body,
    }))
    const { body, text } = await sendJsonBatch(app, 'SagaFilm', requests)
    for (const part of body.responses) {
      expect([part.status, part.body.error.code]).toEqual([409, 'UNIQUE_VIOLATION'])
      expect(part.headers['location']).toBeUndefined()
    }
    expect(text).not.toContain('saga_planet')
  })

  test('fail a change set in a multipart batch', async () => {
    const parts = bodies.map((body, id) => part('POST', 'Planet', { body }, String(id)))
    const { headers, text } = await sendMultipartBatch(app, 'SagaFilm', [changeSet(...parts)])
    const answers = readMultipart(headers['content-type']!, text)
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([[409, 'UNIQUE_VIOLATION']])
    expect(text).not.toContain('saga_planet')
  })
})
