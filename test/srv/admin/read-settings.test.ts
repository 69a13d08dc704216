import { readSettings } from '../../../srv/admin/read-settings.ts'

test('what is not set has its default, in groups as well', () => {
  expect(readSettings({ roles: { admin: 'Boss' }, limits: { listLength: 7 } })).toMatchObject({
    path: '/api/v1',
    cockpit: '/cockpit',
    roles: { viewer: 'DbaViewer', operator: 'DbaOperator', admin: 'Boss' },
    limits: { listLength: 7, listLengthMax: 10_000 },
  })
  expect(readSettings()).toEqual(readSettings({}))
})

test('numbers and false may come as text, as the environment has them', () => {
  expect(readSettings({ cockpit: 'false', rateLimit: { requests: '7' }, trustProxy: 'false' })).toMatchObject({
    cockpit: false,
    rateLimit: { requests: 7 },
    trustProxy: false,
  })
})

test.each([
  [{ path: 'api' }, 'dba.path'],
  [{ path: '/api/' }, 'dba.path'],
  [{ cockpit: true }, 'dba.cockpit'],
  [{ roles: { boss: 'Boss' } }, 'dba.roles.boss is not known'],
  [{ roles: { admin: [] } }, 'dba.roles.admin'],
  [{ connections: 3 }, 'dba.connections is not known'],
  [
    { roles: { admin: [''] } },
    'dba.roles.admin must be a text that is not empty or a list, each a text that is not empty',
  ],
  [{ roles: null }, 'dba.roles must be an object'],
  [[], 'dba must be an object'],
  [{ cockpit: 3 }, "dba.cockpit must be a path such as '/api/v1' or false"],
  [{ timeoutSeconds: 601 }, 'dba.timeoutSeconds must be a whole number from 1 to 600'],
  [{ timeoutSeconds: 1.5 }, 'dba.timeoutSeconds must be a whole number from 1 to 600'],
  [{ fileStore: 'else' }, 'dba.fileStore must be "directory" or "database"'],
  [{ trustProxy: true }, 'dba.trustProxy'],
  [{ files: null }, 'dba.files must be a text that is not empty'],
  [{ ['__proto__x']: 1 }, 'is not known'],
])('%j is refused by name', (settings, message) => {
  expect(() => readSettings(settings)).toThrow(message)
})

test('what was given stays as it was', () => {
  const given = { rateLimit: { requests: '7' } }
  readSettings(given)
  expect(given).toEqual({ rateLimit: { requests: '7' } })
})

test('the defaults are what the schema allows', () => {
  expect(() => readSettings(readSettings())).not.toThrow()
})
