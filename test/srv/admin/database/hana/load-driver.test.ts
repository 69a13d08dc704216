import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseDriver, loadDriver } from '../../../../../srv/admin/database/hana/load-driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})
const environment = process.env['NODE_ENV']
afterEach(() => {
  process.env['NODE_ENV'] = environment
})

const having = (packages: object): string => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packages))
  return folder
}
const CLIENT = { '@sap/hana-client': '2' }

test.each([
  [
    'the settings',
    { driver: 'hana-client', credentials: { driver: 'hdb' } },
    { dependencies: { hdb: '2' } },
    'hana-client',
  ],
  ['the credentials', { credentials: { driver: 'hana-client' } }, { dependencies: { hdb: '2' } }, 'hana-client'],
  ['a name that CAP does not know', { driver: 'odbc' }, { dependencies: CLIENT }, 'hana-client'],
  ['its packages', {}, { dependencies: CLIENT }, 'hana-client'],
  ['hdb before the other', {}, { dependencies: { ...CLIENT, hdb: '2' } }, 'hdb'],
  ['packages for development', {}, { devDependencies: CLIENT }, 'hana-client'],
  ['nothing', {}, {}, null],
])('the application chooses by %s', (_name, choice, packages, expected) => {
  expect(chooseDriver(choice, having(packages))).toBe(expected)
})

test('what is for development only does not count in production', () => {
  process.env['NODE_ENV'] = 'production'
  expect(chooseDriver({}, having({ devDependencies: CLIENT }))).toBeNull()
})

test('without a package.json nothing is chosen, and hdb is taken, which is there', () => {
  expect(chooseDriver({}, join(folder, 'nowhere'))).toBeNull()
  expect(loadDriver()).toHaveProperty('createClient')
  expect(loadDriver({ driver: 'hdb' }).createClient({ ...LOGIN })).toHaveProperty('limitStatements')
})

const LOGIN = { host: 'h', port: 1, user: 'u', password: 'p', packetSizeLimit: 2 ** 20, dataFormatSupport: 8 }

test('CAP has the same rules', () => {
  const drivers = jest.requireActual<Record<string, { driver: { name: string } }>>(DRIVERS)
  expect(drivers['default']?.driver.name).toBe('HDBDriver')
  expect(drivers['hdb']?.driver.name).toBe('HDBDriver')
  expect(Object.getOwnPropertyNames(drivers).sort()).toEqual(['default', 'hana-client', 'hdb'])
})

const DRIVERS = '@cap-js/hana/lib/drivers'

test('a driver that is chosen and not there is named', () => {
  expect(() => loadDriver({ driver: 'hana-client' })).toThrow(/hana-client/)
})
