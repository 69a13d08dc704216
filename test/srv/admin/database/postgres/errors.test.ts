import { postgresError } from '../../../../../srv/admin/database/postgres/errors.ts'
import { AdminError } from '../../../../../srv/admin/core/errors.ts'

it.each([
  ['42P01', 'TABLE_NOT_FOUND'],
  ['3F000', 'SCHEMA_NOT_FOUND'],
  ['42703', 'COLUMN_NOT_FOUND'],
  ['42501', 'INSUFFICIENT_PRIVILEGE'],
  ['25006', 'INSUFFICIENT_PRIVILEGE'],
  ['23505', 'CONSTRAINT_VIOLATION'],
  ['23503', 'CONSTRAINT_VIOLATION'],
  ['22P02', 'INVALID_PARAMETER'],
  ['57014', 'OPERATION_TIMEOUT'],
  ['40P01', 'LOCK_TIMEOUT'],
  ['40001', 'LOCK_TIMEOUT'],
  ['55P03', 'LOCK_TIMEOUT'],
  ['08006', 'DATABASE_UNAVAILABLE'],
  ['53300', 'DATABASE_UNAVAILABLE'],
  ['57P01', 'DATABASE_UNAVAILABLE'],
  ['28P01', 'DATABASE_UNAVAILABLE'],
  ['42601', 'INVALID_PARAMETER'],
  ['XX000', 'DATABASE_ERROR'],
  ['HV00N', 'DATABASE_ERROR'],
  ['55000', 'NOT_SUPPORTED'],
  ['EPIPE', 'DATABASE_UNAVAILABLE'],
  ['ECONNREFUSED', 'DATABASE_UNAVAILABLE'],
  [undefined, 'DATABASE_UNAVAILABLE'],
])('takes %s for %s', (code, ours) => {
  expect(postgresError(Object.assign(new Error('secret'), { code }))).toMatchObject({ code: ours })
})

it('tells the syntax of a statement from that of a value', () => {
  const error = postgresError(Object.assign(new Error('syntax'), { code: '42601', routine: 'scanner_yyerror' }))
  expect(error).toMatchObject({ code: 'DATABASE_ERROR' })
})

it('tells the connection to the source of a foreign table from its own', () => {
  const error = (severity: string): AdminError =>
    postgresError(Object.assign(new Error('could not connect to server "far"'), { code: '08001', severity }))
  expect(error('ERROR')).toMatchObject({
    code: 'DATABASE_ERROR',
    details: 'The source of a foreign table cannot be reached',
  })
  expect(error('FATAL')).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
})

it('names what is concerned, and no data', () => {
  const error = postgresError(
    Object.assign(new Error('duplicate key'), {
      code: '23505',
      table: 'film',
      constraint: 'film_pkey',
      detail: 'Key (id)=(secret) already exists.',
    }),
  )
  expect(error.details).toBe("A constraint was violated: table 'film', constraint 'film_pkey'")
})

it('leaves our own errors as they are', () => {
  const own = new AdminError('NOT_SUPPORTED', 'x')
  expect(postgresError(own)).toBe(own)
})
