import { failureOf, sqliteError } from '../../../../../srv/admin/database/sqlite/errors.ts'

it.each([
  [1, 'DATABASE_ERROR'],
  [5, 'LOCK_TIMEOUT'],
  [517, 'LOCK_TIMEOUT'],
  [6, 'LOCK_TIMEOUT'],
  [8, 'INSUFFICIENT_PRIVILEGE'],
  [11, 'DATABASE_ERROR'],
  [14, 'DATABASE_UNAVAILABLE'],
  [20, 'INVALID_PARAMETER'],
  [23, 'INSUFFICIENT_PRIVILEGE'],
  [26, 'DATABASE_ERROR'],
  [787, 'CONSTRAINT_VIOLATION'],
  [1299, 'CONSTRAINT_VIOLATION'],
  [1555, 'CONSTRAINT_VIOLATION'],
  [2067, 'CONSTRAINT_VIOLATION'],
  [275, 'CONSTRAINT_VIOLATION'],
  [3091, 'CONSTRAINT_VIOLATION'],
  [77, 'DATABASE_ERROR'],
])('takes result code %d for %s', (errcode, code) => {
  expect(sqliteError({ errcode, message: 'SELECT secret' })).toMatchObject({ code })
})

it('tells the constraint, and nothing else that SQLite says', () => {
  expect(sqliteError({ errcode: 2067, message: 'UNIQUE constraint failed: t.a' }).details).toBe(
    'UNIQUE constraint failed: t.a',
  )
  expect(sqliteError({ errcode: 1, message: 'near "secret": syntax error' }).details).not.toContain('secret')
})

it('knows values that cannot be bound from faults of our own', () => {
  expect(sqliteError({ code: 'ERR_INVALID_ARG_VALUE', message: '' })).toMatchObject({ code: 'INVALID_PARAMETER' })
  expect(sqliteError({ code: 'ERR_SOMETHING', message: '' })).toMatchObject({ code: 'INTERNAL_ERROR' })
})

it('keeps the row of an insert, and what an error says of itself', () => {
  expect(sqliteError({ errcode: 19, message: '', rowIndex: 3 })).toMatchObject({ name: 'InsertError', rowIndex: 3 })
  expect(failureOf(Object.assign(new Error('m'), { errcode: 5, code: 'ERR_SQLITE_ERROR' }))).toEqual({
    message: 'm',
    errcode: 5,
    code: 'ERR_SQLITE_ERROR',
  })
  expect(failureOf('text')).toEqual({ message: 'text' })
})

test('what a trigger says is for those who see all values', () => {
  const error = sqliteError({ errcode: 1811, message: 'no more for Ada' })
  expect(error.code).toBe('CONSTRAINT_VIOLATION')
  expect(error.details).not.toContain('Ada')
  expect(error.withReason(false).details).not.toContain('Ada')
  expect(error.withReason(true).details).toContain('SQLite 1811: no more for Ada')
})
