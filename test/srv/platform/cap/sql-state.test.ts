import { SQL_STATE, sqlStateOf } from '../../../../srv/platform/cap/database-service.ts'

test.each([...Object.values(SQL_STATE), '23505', 'P0001', 'XX000'])('%s is a code of PostgreSQL', (code) => {
  expect(sqlStateOf(Object.assign(new Error('failed'), { code }))).toBe(code)
})

test.each([undefined, 23505, 'EPIPE', 'EBUSY', 'ECONNRESET', '2350', '23505 ', 'ERR_DATABASE_POOL'])(
  '%s is none',
  (code) => {
    expect(sqlStateOf({ code })).toBeUndefined()
  },
)
