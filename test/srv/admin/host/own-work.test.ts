import { type OwnOperation, ownRoutes, withChecks } from '../../../../srv/admin/host/own-work.ts'
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { sqliteDialect } from '../../../../srv/admin/dialects/sqlite/dialect.ts'

const operation = (path: `/${string}`): OwnOperation => ({
  ...{ method: 'GET', path, role: 'viewer', summary: 'Something' },
  run: () => Promise.resolve({}),
})
const check = (id: string) => ({ id, severity: 'low', name: 'n', description: 'd', sql: 'SELECT 1' }) as const

test('paths and checks of the API itself are no others', () => {
  expect(ownRoutes([operation('/mine')], ROUTES)).toMatchObject([{ method: 'GET', path: '/mine', role: 'viewer' }])
  for (const path of [
    '/tables',
    '/tables/mine',
    '/files',
    '/operations',
    '/session',
    '/user',
    '/openapi.json',
    '/mcp',
  ] as const)
    expect(() => ownRoutes([operation(path)], ROUTES)).toThrow(`The operation ${path} of extend() needs another path`)
  expect(() => ownRoutes([operation('/mine'), operation('/mine')], ROUTES)).toThrow('needs another path')
  expect(withChecks(sqliteDialect, [check('mine')]).monitoring.alerts.at(-1)).toMatchObject({ id: 'mine' })
  expect(() => withChecks(sqliteDialect, [check('quick-check')])).toThrow(`The check 'quick-check' of extend()`)
})
