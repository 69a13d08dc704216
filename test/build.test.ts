/**
 * The production build: what the images hold, that HANA's is whole, and that the server starts and lets in whom it should.
 * @long: builds the server and starts it for several platforms.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { probe } from './support/film-probe.ts'
import { type Artifacts, findMissing, readArtifacts, readCatalog } from './support/hdi-artifacts.ts'
import { HdiContainer } from './support/hdi-container.ts'
import { iasOn, type LoginService, postgresqlOf, xsuaaOn } from './support/platform.ts'
import { startPostgres } from './support/postgres.ts'
import { createSelfSigned } from './support/self-signed.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from './support/server-process.ts'
import { startTokenIssuer, type TokenIssuer } from './support/token-issuer.ts'
import { basic } from './support/users.ts'

jest.setTimeout(60_000)

const image = join(ROOT, 'gen/srv')
let output: string

beforeAll(() => {
  output = runCommand('npm run build')
})

const filesIn = (path: string): string[] => readdirSync(path, { recursive: true, encoding: 'utf8' })
const readJson = (path: string): any => JSON.parse(readFileSync(path, 'utf8')) // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

test('the build says nothing that needs attention', () => {
  expect(output).toContain('build completed')
  expect(output).not.toMatch(/^\W*(warn|error)|deprecat/im)
})

describe('the server', () => {
  test('holds what is served, the rows that ship, and its papers: no tests, no sources of data, no models but the compiled one', () => {
    const top = ['.cdsrc.json', '.npmrc', 'app', 'db', 'package-lock.json', 'package.json', 'packages', 'srv']
    expect(readdirSync(image).sort()).toEqual(top)
    expect(filesIn(image).filter((file) => /\.(test\.ts|yaml|cds|tsx)$/.test(file))).toEqual([])
    expect(filesIn(join(image, 'db')).sort()).toEqual(
      ['data', ...filesIn(join(ROOT, 'db/data')).map((file) => join('data', file))].sort(),
    )
    const pages = filesIn(join(image, 'app'))
    expect(pages).toContain(join('films', 'webapp', 'index.html'))
    expect(readdirSync(join(image, 'srv'))).not.toContain('admin')
    expect(pages.filter((file) => !/[\\/]webapp([\\/]|$)/.test(file))).toEqual(readdirSync(join(image, 'app')))
  })

  test('names only the packages that it runs with', () => {
    const { dependencies, scripts, ...rest } = readJson(join(image, 'package.json'))
    const own = `file:packages/${readdirSync(join(image, 'packages')).join()}`
    expect(dependencies).toEqual({ ...readJson(join(ROOT, 'package.json')).dependencies, 'cds-dba': own })
    expect(Object.keys(scripts)).toEqual(['start', 'deploy'])
    expect(rest).not.toHaveProperty('devDependencies')
    expect(rest).not.toHaveProperty('workspaces')
    const { packages } = readJson(join(image, 'package-lock.json'))
    expect(Object.keys(packages).filter((path) => /cds-dk|eslint-|jest|react|vite|typescript/.test(path))).toEqual([])
    for (const name of Object.keys(dependencies)) expect(packages).toHaveProperty([`node_modules/${name}`])
    runCommand(`node .ci/check-lock.mjs ${image}`)
  })
})

describe('HANA', () => {
  let artifacts: Artifacts
  beforeAll(() => {
    artifacts = readArtifacts(join(ROOT, 'gen/db/src/gen'))
  })
  const definitions = (): [string, any][] => Object.entries(readJson(join(image, 'srv/csn.json')).definitions) // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON
  const nameOf = (entity: string): string => entity.replaceAll('.', '_').toUpperCase()

  test('every entity is a table or a view', () => {
    const { tables, views } = readCatalog(artifacts)
    const all = definitions().filter(([, { kind }]) => kind === 'entity')
    const skipped = all.filter(([, entity]) => entity['@cds.persistence.skip']).map(([name]) => name)
    const entities = all.filter(([name]) => !skipped.some((each) => name === each || name === `${each}.texts`))
    expect(entities.length).toBeGreaterThan(50)
    const [projections, rest] = [
      entities.filter(([, e]) => e.query ?? e.projection),
      entities.filter(([, e]) => !(e.query ?? e.projection)),
    ]
    expect(projections.map(([name]) => name).filter((name) => !views.has(nameOf(name)))).toEqual([])
    expect(rest.map(([name]) => name).filter((name) => !tables.has(nameOf(name)))).toEqual([])
  })

  test('drafts have tables of their own', () => {
    const { tables } = readCatalog(artifacts)
    expect(tables.get('SAGAFILM_FILM_DRAFTS')).toEqual(
      expect.arrayContaining(['ID', 'TITLE', 'DRAFTADMINISTRATIVEDATA_DRAFTUUID']),
    )
    expect(tables.has('DRAFT_DRAFTADMINISTRATIVEDATA')).toBe(true)
  })

  test('what the model says is unique is unique', () => {
    const wanted = definitions()
      .filter(([, { query, projection }]) => !query && !projection)
      .flatMap(([name, entity]) =>
        Object.keys(entity)
          .filter((key) => key.startsWith('@assert.unique'))
          .map((key) => {
            const elements: string[] = entity[key].map((ref: { '=': string }) => ref['='])
            return [
              nameOf(name),
              elements
                .map((element) => element + (entity.elements[element].target ? '_ID' : ''))
                .map((column) => column.toUpperCase()),
            ]
          }),
      )
    expect(wanted.length).toBeGreaterThan(10)
    const { unique } = readCatalog(artifacts)
    const found = [...unique].flatMap(([table, sets]) => sets.map((columns) => [table, columns]))
    expect(found.sort()).toEqual(wanted.sort())
  })

  test('every association has a foreign key, which refuses, and drafts have none', () => {
    const wanted = definitions()
      .filter(
        ([name, { kind, query, projection }]) => kind === 'entity' && !query && !projection && /^saga\./.test(name),
      )
      .flatMap(([name, { elements }]) =>
        Object.entries<any>(elements) // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON
          .filter(([, { target, on }]) => target && !on)
          .map(([association, { target, keys }]) => ({
            table: nameOf(name),
            columns: keys.map(({ ref }: { ref: string[] }) => `${association}_${ref.join('_')}`.toUpperCase()),
            parent: nameOf(target),
            parentColumns: keys.map(({ ref }: { ref: string[] }) => ref.join('_').toUpperCase()),
            onDelete: 'RESTRICT',
          })),
      )
    expect(wanted.length).toBeGreaterThan(25)
    const { references } = readCatalog(artifacts)
    expect(references).toHaveLength(wanted.length)
    expect(references).toEqual(expect.arrayContaining(wanted))
    expect(readJson(join(ROOT, 'gen/db/undeploy.json'))).toContain('src/gen/**/*.hdbconstraint')
  })

  test('no rows come along, and those that earlier versions gave it stay as they were edited', () => {
    const files = new Map([...artifacts].map(([path, text]) => [`src/gen/${path}`, text]))
    expect([...files.keys()].filter((path) => /csv|tabledata/.test(path))).toEqual([])
    const command = (readJson(join(ROOT, 'gen/db/package.json')) as { scripts: { start: string } }).scripts.start
    const undeploy = readJson(join(ROOT, 'gen/db/undeploy.json')) as string[]
    const container = new HdiContainer()
    const before = new Map(files)
    for (const file of readdirSync(join(ROOT, 'db/data'))) {
      before.set(`src/gen/data/${file}`, readFileSync(join(ROOT, 'db/data', file), 'utf8'))
      const imports = [
        { target_table: nameOf(file.replace('-', '.').replace('.csv', '')), source_data: { file_name: file } },
      ]
      before.set(`src/gen/data/${file.replace('.csv', '.hdbtabledata')}`, JSON.stringify({ imports }))
    }
    // A table that is not what it was before.
    before.set('src/gen/saga.Film.hdbtable', 'COLUMN TABLE saga_Film (\n  ID NVARCHAR(36)\n)')
    container.deploy({ files: before, undeploy: [], command: '' })
    const edited = [{ title: 'Edited' }]
    const tables = [...container.rows.keys()]
    expect(tables.length).toBeGreaterThan(20)
    for (const table of tables) container.rows.set(table, edited)
    container.deploy({ files, undeploy, command })
    expect(tables.filter((table) => container.rows.get(table) !== edited)).toEqual([])
  })

  test('no file refers to something missing', () => {
    expect(findMissing(artifacts)).toEqual([])
  })

  test.each(['saga.Film.hdbtable', 'saga.Episode.hdbtable', '.hdiconfig'])(
    'without %s something is missing',
    (path) => {
      const rest = new Map(artifacts)
      expect(rest.delete(path)).toBe(true)
      expect(findMissing(rest)).not.toEqual([])
    },
  )

  test('the deployer is told what to do', () => {
    const { scripts, dependencies } = readJson(join(ROOT, 'gen/db/package.json'))
    expect(scripts.start).toContain('@sap/hdi-deploy/deploy.js')
    expect(Object.keys(dependencies)).toContain('@sap/hdi-deploy')
    expect(filesIn(join(ROOT, 'gen/db')).filter((file) => /\.(yaml|ts)$/.test(file))).toEqual([])
  })
})

/** What a platform gives the server, and how its users log in. */
interface Platform {
  readonly profile: string
  readonly env: Record<string, string>
  readonly service: LoginService
  readonly secret?: string
  stop(): Promise<void>
}

const platforms: Record<string, (issuer: TokenIssuer, folder: string) => Promise<Platform>> = {
  'XSUAA, and PostgreSQL': async (issuer) => {
    const [service, postgres] = [xsuaaOn(issuer), await startPostgres()]
    const VCAP_SERVICES = JSON.stringify({ ...service.binding, ...postgresqlOf(postgres) })
    return {
      profile: 'pg',
      service,
      env: { VCAP_SERVICES },
      secret: postgres.credentials.password,
      stop: () => postgres.stop(),
    }
  },
  'IAS, and a SQLite file': async (issuer, folder) => {
    const service = iasOn(issuer)
    const VCAP_SERVICES = JSON.stringify(service.binding)
    const env = { VCAP_SERVICES, CDS_REQUIRES_DB_CREDENTIALS_URL: join(folder, 'saga.sqlite') }
    return { profile: 'sqlite', service, env, stop: () => Promise.resolve() }
  },
}

describe.each(Object.keys(platforms))('the built server, in production, bound to %s', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-'))
  let issuer: TokenIssuer
  let platform: Platform
  let server: ServerProcess
  beforeAll(async () => {
    const tls = createSelfSigned()
    issuer = await startTokenIssuer(tls)
    platform = await platforms[name]!(issuer, folder)
    writeFileSync(join(folder, 'ca.pem'), tls.cert)
    const env = { NODE_ENV: 'production', NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), ...platform.env }
    expect(runCommand(`npm run deploy -- --profile ${platform.profile}`, { env, cwd: image })).toContain('successfully')
    server = await startServer(`npm start -- --profile ${platform.profile}`, { env, cwd: image })
  })
  afterAll(async () => {
    await server.stop()
    await platform.stop()
    issuer.stop()
    rmSync(folder, { recursive: true })
  })

  const login = (...roles: string[]) => platform.service.login('leia', ...roles)
  const ask = async (path: string, headers: object, body?: object): Promise<number> => {
    const type = { 'content-type': 'application/json', ...headers }
    const post = body && { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(server.url + path, { headers: type, ...post })).status
  }

  test('its handlers are there, without any setting for TypeScript', async () => {
    expect(await probe(server, 4, login())).toEqual({ title: 'A New Hope', isOurs: true })
  })

  test.each(['/odata/v4/SagaFilm/Film', '/api/v1/dbInfo', '/metrics', '/openapi/'])(
    '%s wants a token',
    async (path) => {
      expect(await ask(path, {})).toBe(401)
      expect(await ask(path, basic('admin'))).toBe(401)
      expect(await ask(path, { authorization: `${login('admin').authorization.slice(0, -8)}AAAAAAAA` })).toBe(401)
      expect(await ask(path, login('viewer'))).toBe(200)
    },
  )

  test('a token without the role is refused, one with it is not', async () => {
    const film = { title: 'Episode X', IsActiveEntity: true }
    expect(await ask('/odata/v4/SagaFilm/Film', login('viewer'), film)).toBe(403)
    expect(await ask('/odata/v4/SagaFilm/Film', login('editor'), film)).toBe(201)
    for (const path of ['/api/v1/dbInfo', '/metrics']) expect(await ask(path, login('editor'))).toBe(403)
    const table = { table: 'saga_Film' }
    expect(await ask('/api/v1/dataProfile', login('viewer'), table)).toBe(403)
    expect(await ask('/api/v1/dataProfile', login('operator'), table)).toBe(200)
    expect(await ask('/api/v1/dataProfile', login('admin'), table)).toBe(200)
  })

  test('probes and pages need none', async () => {
    for (const path of ['/health', '/ready', '/', '/cockpit/', '/films/']) expect(await ask(path, {})).toBe(200)
  })

  test('pages and labels are in the language of the browser', async () => {
    const headers = { ...login(), 'accept-language': 'de' }
    const read = async (path: string): Promise<string> => (await fetch(server.url + path, { headers })).text()
    expect(await read('/')).toContain('<html lang="de">')
    expect(await read('/films/')).toContain('https://ui5.sap.com/')
    expect(await read('/about')).toBe('{"survivesRestart":true}')
    expect(await read('/odata/v4/SagaFilm/$metadata')).toContain('"Erscheinungsdatum"')
  })

  test('who may run several processes on its database is told what these would not have in common', () => {
    expect(server.output().includes('files for imports are in a directory')).toBe(platform.profile === 'pg')
  })

  test('no secret is in what it writes', () => {
    expect(server.output()).not.toMatch(/eyJ[\w-]{20}/)
    if (platform.secret) expect(server.output()).not.toContain(platform.secret)
  })
})
