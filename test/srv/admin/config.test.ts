import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../srv/admin/config.ts'

const root = mkdtempSync(join(tmpdir(), 'saga-config-'))
afterAll(() => {
  rmSync(root, { recursive: true })
})

test('without settings there are defaults, and the directories are made', () => {
  const config = readConfig(undefined, root)
  expect(config).toMatchObject({
    rateLimit: { requests: 300, requestsPerAddress: 300, windowSeconds: 60 },
    trustProxy: undefined,
    timeoutSeconds: 60,
    heavy: { perCaller: 2, total: 4 },
    allowedSchemas: null,
  })
  expect([config.files, config.schemas].every(existsSync)).toBe(true)
})

test.each([
  [{ path: '/' }, "Setting dba.path must be a path such as '/api/v1'"],
  [{ path: 'api/v1' }, "Setting dba.path must be a path such as '/api/v1'"],
  [{ path: '/ops', cockpit: '/OPS' }, 'Setting dba.cockpit must be another path than dba.path'],
])('%j stops the start, and says how to do better', (settings, message) => {
  expect(() => readConfig(settings, root)).toThrow(message)
})

test.each([
  [1, 1],
  ['2', 2],
  [0, false],
  [false, false],
  [
    ['loopback', '10.0.0.0/8', '::1'],
    ['loopback', '10.0.0.0/8', '::1'],
  ],
])('%j proxies may be trusted', (trustProxy, expected) => {
  expect(readConfig({ trustProxy }, root).trustProxy).toEqual(expected)
})

test.each([true, 'true', '*', -1, 1.5, [], ['*'], ['0.0.0.0/0'], ['proxy.example'], {}])(
  '%j would trust anybody or nobody, and stops the start',
  (trustProxy) => {
    expect(() => readConfig({ trustProxy }, root)).toThrow(/dba\.trustProxy/)
  },
)

test.each([
  [{ unknown: 1 }, /dba\.unknown/],
  [{ rateLimit: { requests: 0 } }, /dba\.rateLimit\.requests/],
  [{ rateLimit: { window: 1 } }, /dba\.rateLimit\.window/],
  [{ timeoutSeconds: 601 }, /dba\.timeoutSeconds/],
  [{ limits: { bodyBytes: '1mb' } }, /dba\.limits\.bodyBytes/],
  [{ files: '' }, /dba\.files/],
  [{ files: '/dev/null/x' }, /dba\.files/],
  [{ fileStore: 'cloud' }, /dba\.fileStore/],
  [{ heavy: { lostAfterSeconds: 0 } }, /dba\.heavy\.lostAfterSeconds/],
  [[], /dba must be an object/],
])('%j stops the start by name', (settings, message) => {
  expect(() => readConfig(settings, root)).toThrow(message)
})

test.each([
  [{}, false, 'directory'],
  [{ fileStore: 'database' }, false, 'directory'],
  [{ shared: true }, false, 'directory'],
  [{}, true, 'directory'],
  [{ shared: true }, true, 'database'],
  [{ shared: true, fileStore: 'directory' }, true, 'directory'],
  [{ fileStore: 'database' }, true, 'database'],
])('with %j, shared %s, files are in the %s', (settings, isShared, fileStore) => {
  expect(readConfig(settings, root, {}, isShared)).toMatchObject({ fileStore })
})

test('processes that share the database need no directories of their own', () => {
  const settings = { files: '/dev/null/x', schemas: '/dev/null/y', fileStore: 'database' }
  expect(readConfig(settings, root, {}, true)).toMatchObject({ fileStore: 'database' })
  expect(() => readConfig({ ...settings, fileStore: 'directory' }, root, {}, true)).toThrow(/dba\.files/)
})

test.each([
  [{}, false, true],
  [{}, true, false],
  [{ query: 'true' }, true, true],
  [{ query: true }, true, true],
  [{ query: 'false' }, false, false],
])('with %j, in production %s, statements of admins are run: %s', (settings, isProduction, query) => {
  expect(readConfig(settings, root, {}, false, isProduction)).toMatchObject({ query, isProduction })
})
