import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { findPoolProblems } from '../../../../srv/platform/process/start-safely.ts'

test.each([
  [undefined],
  [{}],
  [{ min: 0, max: 10, testOnBorrow: true, acquireTimeoutMillis: 1000, destroyTimeoutMillis: 1000 }],
  [{ evictionRunIntervalMillis: 0, min: 1, max: 1, acquireTimeoutMillis: 4000 }],
])('%j will do', (pool) => {
  expect(findPoolProblems(pool)).toEqual([])
})

test.each([
  [false, /requires\.db\.pool must be an object/],
  [{ acquireTimeoutMillis: 2 ** 31 }, /pool\.acquireTimeoutMillis is at most/],
  [{ max: 0 }, /pool\.max must be a whole number, 1 or more/],
  [{ max: '10' }, /pool\.max must be a whole number/],
  [{ min: 5, max: 4 }, /pool\.min is larger than/],
  [{ acquireTimeoutMillis: null }, /pool\.acquireTimeoutMillis must be/],
  [{ testOnBorrow: 'yes' }, /pool\.testOnBorrow must be true or false/],
  [{ maximum: 10 }, /pool\.maximum is not known/],
  [{ constructor: 1 }, /pool\.constructor is not known/],
])('%j will not', (pool, problem) => {
  expect(findPoolProblems(pool).join()).toMatch(problem)
})

test('a connection to SAP HANA has time for a slow login, in production too', () => {
  const script = `console.log(JSON.stringify(require('@sap/cds').env.requires.db))`
  const env = { ...process.env, NODE_ENV: 'production', CDS_ENV: 'production' }
  const told = execFileSync(process.execPath, ['-e', script], { cwd: join(__dirname, '../../../..'), env })
  // What CAP takes unasked there is 1,000 ms.
  expect(JSON.parse(String(told))).toMatchObject({ kind: 'hana', pool: { acquireTimeoutMillis: 10_000 } })
})
