import { availableParallelism } from 'node:os'
import { findEnvironmentProblems, workersOf } from '../../../../srv/platform/process/start-problems.ts'

const GOOD = { port: undefined, host: undefined, workers: undefined }

test.each([
  [{}],
  [{ port: '0' }],
  [{ port: 65_535 }],
  [{ workers: '1' }],
  [{ workers: 4 }],
  [{ workers: 'true' }],
  [{ host: '127.0.0.1' }],
  [{ host: '::' }],
  [{ host: 'localhost' }],
])('%j can be used', async (settings) => {
  expect(await findEnvironmentProblems({ ...GOOD, ...settings })).toEqual([])
})

test.each([
  ...['abc', '-1', '65536', '80.5', '1e3', ' 80', '0x50', '/tmp/socket', NaN, 80.5, true].map((port) => [
    { port },
    /^PORT /,
  ]),
  ...['abc', '0', '-1', '1.5', '65', '1e1', 0, -1, false, {}].map((workers) => [{ workers }, /^CDS_WORKERS /]),
  ...['999.1.1.1', 'no-such-host.invalid', '127.0.0.1:80', 'a b'].map((host) => [{ host }, /^HOST /]),
] as [object, RegExp][])('%j is refused by name', async (settings, name) => {
  const problems = await findEnvironmentProblems({ ...GOOD, ...settings })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(name)
})

test('true is a process for each core', () => {
  expect([workersOf('true'), workersOf('3'), workersOf(undefined)]).toEqual([availableParallelism(), 3, undefined])
})
