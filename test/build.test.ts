/** The production build: what the image holds, and that it starts with its handlers. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../srv/identity/password.ts'
import { probe } from './support/film-probe.ts'
import { ROOT, runCommand, startServer } from './support/server-process.ts'
import { basic } from './support/users.ts'

jest.setTimeout(60_000)

const image = join(ROOT, 'gen/srv')
let output: string

beforeAll(() => {
  output = runCommand('npm run build')
})

const filesIn = (path: string): string[] => readdirSync(path, { recursive: true, encoding: 'utf8' })

test('the build says nothing that needs attention', () => {
  expect(output).toContain('build completed')
  expect(output).not.toMatch(/^\W*(warn|error)|deprecat/im)
})

test('the image holds the server, its pages and its papers: no tests, no sources of data, no models but the compiled one', () => {
  expect(readdirSync(image).sort()).toEqual([
    ...['.cdsrc.json', '.npmrc', 'app', 'package-lock.json', 'package.json', 'srv'],
  ])
  expect(filesIn(join(image, 'app')).filter((file) => !/[\\/](webapp|dist)([\\/]|$)/.test(`/${file}`))).toEqual(
    readdirSync(join(image, 'app')),
  )
  expect(filesIn(image).filter((file) => /\.(test\.ts|yaml|csv|cds)$/.test(file))).toEqual([])
})

test('HANA gets every table with its data, and no sources', () => {
  const files = filesIn(join(ROOT, 'gen/db'))
  const named = (extension: string): string[] => files.filter((file) => file.endsWith(extension))
  expect(named('saga.Film.hdbtable')).toHaveLength(1)
  expect(named('saga-Film.csv')).toHaveLength(1)
  expect(named('.yaml').concat(named('.ts'))).toEqual([])
})

test('the built server starts without any setting for TypeScript, and its handlers answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-'))
  const users = { leia: { roles: ['editor'], hash: await hashPassword('a long secret') } }
  const env = {
    NODE_ENV: 'production',
    CDS_REQUIRES_DB_CREDENTIALS_URL: join(folder, 'saga.sqlite'),
    CDS_CONFIG: JSON.stringify({ requires: { auth: { users } } }),
  }
  try {
    runCommand('npx cds deploy --production --profile sqlite', { env })
    const server = await startServer('npm start -- --profile sqlite', { env, cwd: image })
    try {
      const headers = { ...basic('leia', 'a long secret'), 'accept-language': 'de' }
      expect(await probe(server, 4, headers)).toEqual({ title: 'A New Hope', isOurs: true })
      const read = async (path: string): Promise<string> => (await fetch(server.url + path, { headers })).text()
      expect(await read('/')).toContain('<html lang="de">')
      expect(await read('/films/')).toContain('https://ui5.sap.com/')
      expect(await read('/cockpit/')).toContain('<script')
      expect(await read('/about')).toBe('{"survivesRestart":true}')
      expect(await read('/odata/v4/SagaFilm/$metadata')).toContain('"Erscheinungsdatum"')
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
