import { describeServer } from '../../../../srv/admin/cockpit/describe-server.ts'

const SERVER = {
  name: '@acme/order-app',
  cockpit: '/cockpit',
  api: '/api/v1',
  schemes: [],
  records: null,
  query: false,
  tryAs: [],
  apps: [],
} as const

test('addresses are relative to the cockpit, however deep it is', () => {
  expect(describeServer(SERVER)).toEqual({
    name: 'Order App',
    site: '../',
    api: '../api/v1',
    login: 'none',
    records: null,
    query: null,
    tryAs: [],
    apps: [],
  })
  const deep = { ...SERVER, cockpit: '/tools/db', api: '/tools/dba/v1', records: '/odata/v4/-data', query: true }
  expect(describeServer(deep)).toMatchObject({
    site: '../../',
    api: '../dba/v1',
    records: '../../odata/v4/-data',
    query: true,
  })
})

test('links to the other pages hold behind an approuter that puts a path before them', () => {
  const title = { en: 'Orders', de: 'Bestellungen' }
  const apps = [
    { href: '/', title },
    { href: '/orders/', title },
  ]
  const told = (cockpit: string) => describeServer({ ...SERVER, cockpit, apps }).apps.map(({ href }) => href)
  expect(told('/cockpit')).toEqual(['../', '../orders/'])
  expect(told('/tools/db')).toEqual(['../../', '../../orders/'])
})

test.each([
  [['basic'], 'password'],
  [['basic', 'bearer'], 'password'],
  [['bearer'], 'browser'],
  [[], 'none'],
] as const)('%j is a login by %s', (schemes, login) => {
  expect(describeServer({ ...SERVER, schemes })).toMatchObject({ login })
})
