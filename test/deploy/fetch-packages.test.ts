/** The packages of a folder are installed once, and again when its lock is another one. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPackages } from '../../deploy/fetch-packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'saga-fetch-'))
const write = (file: string, content: object): void => {
  writeFileSync(join(folder, file), JSON.stringify(content))
}
beforeAll(() => {
  mkdirSync(join(folder, 'local'))
  const manifest = { name: 'folder', version: '1.0.0', devDependencies: { local: 'file:local' } }
  write('local/package.json', { name: 'local', version: '1.0.0' })
  write('package.json', manifest)
  const packages = {
    '': manifest,
    local: { version: '1.0.0', dev: true },
    'node_modules/local': { resolved: 'local', link: true },
  }
  write('package-lock.json', { ...manifest, lockfileVersion: 3, requires: true, packages })
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('they are fetched where they are missing, and left alone where they are there', () => {
  expect(fetchPackages(folder)).toBe(true)
  expect(existsSync(join(folder, 'node_modules/local/package.json'))).toBe(true)
  expect(fetchPackages(folder)).toBe(false)
})

test('a newer lock has them fetched again, whatever npm was told that runs this', () => {
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(folder, 'package-lock.json'), later, later)
  const told = { npm_config_omit: 'dev', npm_config_workspace: 'srv/admin', npm_config_global: 'true' }
  Object.assign(process.env, told)
  try {
    expect(fetchPackages(folder)).toBe(true)
  } finally {
    for (const name of Object.keys(told)) Reflect.deleteProperty(process.env, name)
  }
  expect(existsSync(join(folder, 'node_modules/local/package.json'))).toBe(true)
})

test('what cannot be installed is an error', () => {
  write('package.json', { name: 'folder', devDependencies: { other: '1.0.0' } })
  const later = new Date(Date.now() + 120_000)
  utimesSync(join(folder, 'package-lock.json'), later, later)
  expect(() => fetchPackages(folder)).toThrow('could not be installed')
})

test('without a network one line says so, and no stack', () => {
  write('package.json', { name: 'folder', devDependencies: { other: '1.0.0' } })
  const missing = { version: '1.0.0', resolved: 'http://127.0.0.1:9/other/-/other-1.0.0.tgz', dev: true }
  const packages = { '': { devDependencies: { other: '1.0.0' } }, 'node_modules/other': missing }
  write('package-lock.json', { name: 'folder', lockfileVersion: 3, requires: true, packages })
  const later = new Date(Date.now() + 180_000)
  utimesSync(join(folder, 'package-lock.json'), later, later)
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }
  const script = join(__dirname, '../../deploy/fetch-packages.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr.split('\n').filter((line) => !line.startsWith('npm warn'))).toEqual([
    expect.stringMatching(
      /could not be installed, the registry does not answer \(ECONNREFUSED\): try again with a network$/,
    ),
    '',
  ])
})
