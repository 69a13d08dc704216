import { AdminError } from '../../../../../srv/admin/core/errors.ts'
import { ofApplication } from '../../../../../srv/admin/host/application/refusals.ts'

const failure = (fields: object, message = 'no'): Error => Object.assign(new Error(message), fields)

test.each([
  [failure({ status: 403 }, ''), 'FORBIDDEN', 'Forbidden'],
  [failure({ code: 401 }, ''), 'FORBIDDEN', 'Unauthorized'],
  [failure({ status: 422, target: 'title' }, 'No such title'), 'REFUSED_BY_SERVICE', 'title: No such title'],
  [failure({ statusCode: 404, code: 'GONE' }), 'REFUSED_BY_SERVICE', 'no'],
  [failure({ status: 501 }, 'not here'), 'REFUSED_BY_SERVICE', 'not here'],
  [failure({ status: 400, args: [0, 1, 5] }, 'ASSERT_RANGE'), 'REFUSED_BY_SERVICE', 'Enter a value between 1 and 5.'],
  [failure({ code: 'UNIQUE_CONSTRAINT_VIOLATION' }, ''), 'REFUSED_BY_SERVICE', 'Unique constraint violation'],
  [
    failure({ code: 'MULTIPLE_ERRORS', details: [failure({ status: 400, target: 'a' }), failure({ code: 409 }, 'b')] }),
    'REFUSED_BY_SERVICE',
    'a: no; b',
  ],
  [failure({ errcode: 5 }), 'LOCK_TIMEOUT', undefined],
  [
    failure({ code: 'ERR', cause: failure({ errcode: 2067 }, 'UNIQUE constraint failed: t.a') }),
    'CONSTRAINT_VIOLATION',
    undefined,
  ],
  [failure({ code: 'SQLITE_BUSY' }), 'LOCK_TIMEOUT', undefined],
  [failure({ code: 'SQLITE_CONSTRAINT_CHECK' }, 'CHECK failed: t'), 'CONSTRAINT_VIOLATION', 'CHECK failed: t'],
  [failure({ code: 'SQLITE_CONSTRAINT_TRIGGER' }, 'whispered'), 'CONSTRAINT_VIOLATION', 'A trigger refused the change'],
  [failure({ code: '23505', severity: 'ERROR' }), 'CONSTRAINT_VIOLATION', undefined],
  [failure({ code: '40P01', severity: 'ERROR' }), 'LOCK_TIMEOUT', undefined],
  [failure({ name: 'TimeoutError' }), 'LOCK_TIMEOUT', undefined],
])('%p is %s', (error, code, details) => {
  const told = ofApplication(error) as AdminError
  expect(told).toBeInstanceOf(AdminError)
  expect(told.code).toBe(code)
  if (details !== undefined) expect(told.details).toBe(details)
})

test('faults of programs stay as they are, and tell nothing', () => {
  const faults = [
    failure({}),
    failure({ status: 500 }),
    failure({ details: [failure({ status: 400 }), failure({})] }),
    new TypeError('x is not a function'),
  ]
  for (const fault of faults) expect(ofApplication(fault)).toBe(fault)
  const own = new AdminError('ROW_CHANGED', 'x')
  expect(ofApplication(own)).toBe(own)
})
