import { readSettings } from '../../../../srv/platform/process/settings.ts'

const { HOST } = process.env
afterEach(() => {
  if (HOST === undefined) delete process.env['HOST']
  else process.env['HOST'] = HOST
})

test('the host is that of the environment, and none where it is empty', () => {
  delete process.env['HOST']
  expect(readSettings({}).host).toBeUndefined()
  process.env['HOST'] = ''
  expect(readSettings({}).host).toBeUndefined()
  process.env['HOST'] = '::1'
  expect(readSettings({}).host).toBe('::1')
})

test('one setting can be given, and the others stay', () => {
  expect(readSettings({ drainTimeoutMs: 5 })).toEqual({ ...readSettings({}), drainTimeoutMs: 5 })
  expect(readSettings({ trustedProxies: 0 }).trustedProxies).toBe(0)
})

test.each([
  [{ drainTimeoutMs: 0 }, 'process.drainTimeoutMs'],
  [{ maxConnections: '5' }, 'process.maxConnections'],
  [{ transactionTimeoutMs: 2 ** 31 }, 'process.transactionTimeoutMs'],
  [5, 'process'],
  [null, 'process'],
  [[], 'process'],
  [{ trustedProxies: -1 }, 'process.trustedProxies'],
  [{ host: 'x' }, 'process.host'],
  [{ pipelining: 1 }, 'process.pipelining'],
  [{ constructor: 1 }, 'process.constructor'],
])('%j is refused by name', (settings, name) => {
  expect(() => readSettings(settings)).toThrow(`Setting ${name} `)
})
