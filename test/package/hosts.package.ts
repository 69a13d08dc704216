/** The package as others install it: a tarball in applications that know nothing of it, and that it leaves as they were. */
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { type ForeignApp, packDba } from '../support/foreign-app.ts'
import { HOSTS, SAMPLE, SHOP } from '../support/foreign-hosts.ts'
import { checkOperations } from '../support/foreign-operations.ts'
import { runTests } from '../support/foreign-tests.ts'
import { nodeOf } from '../support/node-versions.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { basic } from '../support/users.ts'

const USERS = {
  alice: { roles: ['admin'] },
  vera: { roles: ['DbaViewer'] },
  oscar: { roles: ['DbaOperator'] },
}

const ADDRESSES = [
  ...['/', '/hello', '/nowhere', '/odata/v4/catalog', '/odata/v4/catalog/$metadata', '/odata/v4/admin/Books'],
  ...['/odata/v4/catalog/Books?$expand=author&$orderby=ID', '/odata/v4/catalog/Books?$count=true&$top=1'],
  ...['/odata/v4/catalog/Books(1)', '/odata/v4/catalog/Books?$filter=nothing', '/odata/v4/catalog/stock()'],
]

/** An answer without what differs from one start to the next. */
const answerOf = async (url: string, path: string, user?: string): Promise<unknown> => {
  const answer = await fetch(url + path, { headers: user === undefined ? {} : basic(user), redirect: 'manual' })
  const volatile = /^(date|x-correlation-id|etag|content-length)$/
  const headers = [...answer.headers].filter(([name]) => !volatile.test(name))
  const text = (await answer.text()).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time').replaceAll(url, 'here')
  return { path, user, status: answer.status, headers, text }
}

const answersOf = async (url: string): Promise<unknown[]> =>
  Promise.all([undefined, 'alice', 'nobody'].flatMap((user) => ADDRESSES.map((path) => answerOf(url, path, user))))

/** For a server that tells what it has in memory and needs, when it is asked to: what it needs no more stays until the engine pleases. */
const TELLING = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(
    `import v8 from 'node:v8'
     import vm from 'node:vm'
     v8.setFlagsFromString('--expose-gc')
     const collect = vm.runInNewContext('gc')
     process.on('SIGUSR2', () => {
       collect()
       const { heapUsed, external } = process.memoryUsage()
       process.stderr.write('needs ' + (heapUsed + external) + ' bytes\\n')
     })`,
  )}`,
}

/** What such a server needs, in bytes. */
const memoryOf = async (server: ServerProcess): Promise<number> => {
  const told = (): string[] => [...server.output().matchAll(/needs (\d+) bytes/g)].map(([, bytes]) => bytes!)
  const before = told().length
  process.kill(server.pid, 'SIGUSR2')
  while (told().length === before) await wait(50)
  return Number(told().at(-1))
}

describe.each(HOSTS)('$name', ({ create, cap, engine, tables, file, isWatched, node, tests }) => {
  let app: ForeignApp
  let postgres: Postgres | undefined
  let settings: object
  let server: ServerProcess | undefined
  let before: unknown[]
  let bytesBefore: number
  const start = (): Promise<ServerProcess> => (isWatched ? app.watch(settings) : app.start(settings, TELLING))

  beforeAll(async () => {
    app = create(node && nodeOf(node))
    if (engine === 'postgres') {
      postgres = await startPostgres()
      app.add('@cap-js/postgres@^2')
    }
    // Where many ask at once, the second that CAP waits for a connection is too short on a busy machine.
    const db = postgres
      ? { kind: 'postgres', credentials: postgres.credentials, pool: { acquireTimeoutMillis: 30_000 } }
      : { kind: 'sqlite', credentials: { url: file ?? ':memory:' } }
    // Texts of the sample are longer than what PostgreSQL is told by default.
    const scheduled = { 'dba-history': true, dba: { schedules: { model: '1 hour' } } }
    settings = {
      requires: { db, auth: { users: USERS }, ...scheduled },
      ...(postgres && { cdsc: { defaultStringLength: 5_000 } }),
    }
    if (postgres ?? file) app.deploy(settings)
    const plain = await start()
    before = await answersOf(plain.url)
    if (!isWatched) bytesBefore = await memoryOf(plain)
    await plain.stop()
    app.add(packDba())
    // Once more, since it has tables of its own.
    if (postgres ?? file) app.deploy(settings)
    server = await start()
  })
  afterAll(async () => {
    await server?.stop()
    await postgres?.stop()
    app.remove()
  })

  const url = (): string => server!.url
  const statusOf = async (path: string, user?: string): Promise<number> =>
    (await fetch(url() + path, { headers: user === undefined ? {} : basic(user) })).status

  test('it is what the table of the package says', () => {
    const installed = (name: string): string =>
      (JSON.parse(app.read(`node_modules/${name}/package.json`)) as { version: string }).version
    expect(installed('@sap/cds')).toMatch(new RegExp(`^${String(cap)}\\.`))
    if (node === undefined) expect(process.versions.node).toMatch(/^24\./)
  })

  test('it answers as it did without the package, byte by byte', async () => {
    expect(await answersOf(url())).toEqual(before)
  })

  test('one line tells where the API is, and for whom', () => {
    const lines = server!
      .output()
      .split('\n')
      // What the schedule has found by then is told as well.
      .filter((line) => line.includes('[dba]') && !line.includes("The check 'model' has"))
    expect(lines).toEqual([expect.stringMatching(/\/api\/v1 and \/cockpit\/ for .*DbaViewer, DbaOperator, DbaAdmin/)])
  })

  test('its users are let in by their roles: each includes those before it, and no other role counts', async () => {
    const table = tables.books
    expect(await statusOf('/api/v1/dbInfo')).toBe(401)
    for (const [user, status] of [
      ...[['alice', 403] as const, ['nobody', 403] as const],
      ...[['vera', 200] as const, ['oscar', 200] as const, ['dba', 200] as const],
    ])
      expect([user, await statusOf('/api/v1/dbInfo', user)]).toEqual([user, status])
    for (const [user, exported, listed] of [
      ['vera', 403, 403],
      ['oscar', 200, 403],
      ['dba', 200, 200],
    ] as const) {
      const headers = { ...basic(user), 'content-type': 'application/json' }
      const body = JSON.stringify({ table, format: 'json' })
      const answer = await fetch(`${url()}/api/v1/export`, { method: 'POST', headers, body })
      expect([user, answer.status, await statusOf('/api/v1/files', user)]).toEqual([user, exported, listed])
    }
  })

  test('its commands are installed with it', async () => {
    const command = `${node === undefined ? process.execPath : nodeOf(node)} node_modules/.bin/cds-dba`
    const env = { DBA_URL: `${url()}/api/v1`, DBA_USER: 'oscar', DBA_PASSWORD: '' }
    expect(app.run(`${command} --help`)).toContain('cds-dba export <table>')
    expect(app.run(`${command} export ${tables.books} --limit 1`, env).split('\r\n')).toHaveLength(3)
    expect(app.run(`${command} call dbInfo --json`, env)).toContain('"version"')
    // Without the name of a server: the application itself, for its owner.
    const own = app.run(`${command} call dbInfo --json`, { CDS_CONFIG: JSON.stringify(settings) })
    expect(own).toContain('"version"')
    app.write('checks/books.yaml', `table: ${tables.books}\nchecks:\n  - row_count: { must_be: 0 }\n`)
    const checked = app.run(`${command} call checks/run maxErrors=0 --json`, env)
    expect(checked).toContain('"at": "books.yaml:3:16"')
    expect(app.read('node_modules/cds-dba/checks.schema.json')).toContain('"row_count"')
    // The server ends connections that nobody uses, which this process could not hear while commands ran.
    await new Promise((resolve) => setTimeout(resolve, 100))
  })

  test('the cockpit is there, and knows its server', async () => {
    const page = await fetch(`${url()}/cockpit/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(await page.text())![1]!
    expect(await statusOf(`/cockpit/${script}`)).toBe(200)
    expect(await (await fetch(`${url()}/cockpit/server.json`)).json()).toEqual({
      name: tables === SAMPLE ? 'Host' : 'Shop',
      site: '../',
      api: '../api/v1',
      login: 'password',
      records: null,
      query: true,
      tryAs: ['dba', 'vera', 'oscar'],
      apps: [],
    })
  })

  test('its own tables are told from those that CAP keeps', async () => {
    const answer = await fetch(`${url()}/api/v1/structure`, { headers: basic('dba') })
    const told = ((await answer.json()) as { tables: { name: string; isTechnical: boolean }[] }).tables
    const own = told.filter(({ isTechnical }) => !isTechnical).map(({ name }) => name.toLowerCase())
    expect(own.toSorted()).toEqual(tables.own.map((name) => name.toLowerCase()))
    expect(told.length).toBeGreaterThan(own.length)
  })

  if (tables === SHOP)
    test('what the model marks is shown to no operator, and what may be made of it neither where Node cannot tell', async () => {
      const rowsOf = async (user: string, table: string): Promise<Record<string, unknown>[]> => {
        const headers = { ...basic(user), 'content-type': 'application/json' }
        const body = JSON.stringify({ table, format: 'json' })
        const answer = await fetch(`${url()}/api/v1/export`, { method: 'POST', headers, body })
        return ((await answer.json()) as { rows: Record<string, unknown>[] }).rows
      }
      for (const [table, isTold] of [
        [tables.authors, true],
        ['AdminService_Authors', node === undefined],
      ] as const) {
        const [row = {}] = await rowsOf('oscar', table)
        const { born, ...others } = row
        expect([table, born]).toEqual([table, '***'])
        expect([table, new Set(Object.values(others)).size > 1]).toEqual([table, isTold])
        expect((await rowsOf('dba', table))[0]).toMatchObject({ ID: 10, name: 'Ada Blum', born: '1901-02-03' })
      }
    })

  // Who watches is another process than the server.
  if (!isWatched)
    test('an idle API costs little memory', async () => {
      const taken = (await memoryOf(server!)) - bytesBefore
      // Twice what it takes.
      expect(taken).toBeLessThan(40 * 1_048_576)
    })

  test('all operations answer what the application itself counts', async () => {
    await checkOperations({
      ...tables,
      url: url(),
      engine,
      dba: 'dba',
      reader: 'alice',
      hasAuthorizer: node === undefined,
    })
    // Nothing that the API writes is what a server that is watched would start again for.
    expect(server!.output().match(/server listening/g)).toHaveLength(1)
  })

  if (cap === 9 && node === undefined)
    test('with the default driver of CAP 9 nothing in memory is served, and one line tells what helps', async () => {
      await server!.stop()
      const db = { kind: 'sqlite', driver: 'better-sqlite3', credentials: { url: ':memory:' } }
      server = await app.start({ requires: { db, auth: { users: USERS } } })
      expect([await statusOf('/odata/v4/catalog/Books'), await statusOf('/api/v1/dbInfo', 'dba')]).toEqual([200, 404])
      const lines = server.output().split('\n')
      expect(lines.filter((line) => line.includes('[dba]'))).toEqual([
        expect.stringMatching(/Not served: .* cds\.requires\.db\.driver = 'node'/),
      ])
    })

  if (file !== undefined)
    test('its file is complete by itself when it has stopped', async () => {
      await server!.stop()
      server = undefined
      expect(readdirSync(app.folder).filter((name) => name.startsWith(file))).toEqual([file])
    })

  // Once more from the start, with packages that the server above does not have.
  if (tests)
    test('its tests, by each runner, find what it serves and what the API does', async () => {
      await server?.stop()
      server = undefined
      app.add(...tests.packages)
      app.write(tests.file, tests.text)
      for (const runner of Object.values(tests.runners)) expect(runTests(app, runner, settings)).toMatch(/pass|PASS/)
    })
})
