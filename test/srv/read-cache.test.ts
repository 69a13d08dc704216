/** An application that knows nothing of this project, with the cache and without: the same answers, sooner. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { createCachedHost } from '../support/cached-host.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from '../support/server-process.ts'
import { connectPostgres } from '../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'

interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

type Headers = Readonly<Record<string, string>>

/** Who asks, and in which way. */
const CALLERS: readonly Headers[] = [
  {},
  { 'x-user': 'ada' },
  { 'accept-language': 'de' },
  { prefer: 'odata.maxpagesize=1' },
]

const PER_REQUEST = /^(?:date|x-correlation-id|keep-alive|connection)$/

const host = createCachedHost(ROOT)
const start = (requires: object): Promise<ServerProcess> =>
  startServer(`${process.execPath} node_modules/@sap/cds/bin/serve.js all`, {
    cwd: host.folder,
    env: host.env(requires),
  })
afterAll(() => host.remove())

const READS = [
  ...['Books', 'Books?$count=true&$top=2&$orderby=title', 'Books(1)', 'Books(1)/title', 'Books/$count'],
  ...['Books?$expand=author', 'Authors?$expand=books($select=title)', 'Authors(10)/books', 'Books?$filter=stock gt 1'],
  ...['Books?$select=title&$search=fog', 'Books?$apply=groupby((author_ID),aggregate(stock with sum as s))', 'Notes'],
  ...['Pinned', 'Late', 'Current', 'Handled', 'Made', 'Drafted', 'whoami()', 'count()', '$metadata', '', 'Nothing'],
  ...['Books(99)', 'Books?$filter=nothing', 'Books?$filter=createdAt lt now()&$select=ID'],
]

const asking =
  (server: () => ServerProcess) =>
  async (path: string, headers: Headers = {}, body?: object, method = body ? 'POST' : 'GET'): Promise<Answer> => {
    const answer = await fetch(`${server().url}/odata/v4/shop/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const sent = [...answer.headers].filter(([name]) => !PER_REQUEST.test(name))
    return { status: answer.status, headers: sent, text: await answer.text() }
  }

/**
 * @param settings of the database.
 * @param change makes a change past the application, where there is such a way.
 * @param cache its settings.
 * @param isTold whether the engine tells which tables have changed.
 */
const checks = (
  settings: () => object,
  change: ((sql: string) => Promise<unknown>) | undefined,
  isTold = true,
  cache: object = {},
): void => {
  let server: ServerProcess
  let plain: ServerProcess
  const ask = asking(() => server)
  const askPlain = asking(() => plain)
  const hits = async (): Promise<number> => Number((await ask('../../../cache-hits')).text)
  /** @returns whether the second of two equal requests was answered from memory. */
  const isKept = async (path: string, headers?: Headers): Promise<boolean> => {
    await ask(path, headers)
    const before = await hits()
    await ask(path, headers)
    return (await hits()) > before
  }
  beforeAll(async () => {
    server = await start({ db: settings(), 'read-cache': cache })
    plain = await start({ db: settings(), 'read-cache': false })
  })
  afterAll(() => Promise.all([server.stop(), plain.stop()]))

  test.each(READS)('%s: the same bytes and headers, thrice, for whoever asks', async (path) => {
    const volatile = /^(?:Made|Handled)/.test(path)
    for (const headers of CALLERS) {
      const expected = await askPlain(path, headers)
      for (let round = 0; round < 3; round++) {
        const found = await ask(path, headers)
        if (volatile) expect(found.status).toBe(expected.status)
        else expect({ ...found, text: plainText(found.text) }).toEqual({ ...expected, text: plainText(expected.text) })
      }
    }
  })

  test.each([
    ...[
      'Books',
      'Books(1)',
      'Books?$expand=author',
      'Authors?$expand=books($select=title)',
      'Authors(10)/books',
      'Notes',
    ],
    ...['Books?$count=true&$top=2&$orderby=title', 'Books?$apply=groupby((author_ID),aggregate(stock with sum as s))'],
  ])('%s is kept', async (path) => {
    expect(await isKept(path, { 'x-user': 'ada' })).toBe(true)
  })

  test.each([
    ...[
      'Pinned',
      'Late',
      'Current',
      'Handled',
      'Made',
      'Drafted',
      'whoami()',
      'count()',
      '$metadata',
      'Nothing',
      'Books(99)',
    ],
    ...['Books?$filter=createdAt lt now()', 'Books?$filter=createdAt%20lt%20now%28%29', 'Books?$filter=nothing'],
  ])('%s is not', async (path) => {
    expect(await isKept(path, { 'x-user': 'ada' })).toBe(false)
  })

  test('handlers run for each read, but for those that the model vouches for', async () => {
    const stocks = async (path: string): Promise<number[]> => {
      const { value } = JSON.parse((await ask(`${path}?$top=1`)).text) as { value: { stock: number }[] }
      return value.map(({ stock }) => stock)
    }
    const [first = 0] = await stocks('Handled')
    expect([await stocks('Handled'), await stocks('Handled')]).toEqual([[first + 1], [first + 2]])
    const vouched = await stocks('Vouched')
    expect([await stocks('Vouched'), await stocks('Vouched')]).toEqual([vouched, vouched])
  })

  test('nobody is answered with what is for another user, role, attribute or language', async () => {
    for (const user of ['ada', 'bo', 'ada', 'bo', 'cy'])
      expect((await ask('whoami()', { 'x-user': user })).text).toContain(user)
    const owners = async (user: string): Promise<string> => (await ask('Notes?$select=owner', { 'x-user': user })).text
    for (const user of ['ada', 'bo', 'ada', 'bo']) expect(await owners(user)).toContain(`"owner":"${user}"`)
    const title = async (language: string): Promise<string> =>
      (await ask('Books(1)', { 'accept-language': language })).text
    for (const [language, word] of [['de', 'Nebel'], ['en', 'Fog'], ['de', 'Nebel'], ['en', 'Fog']] as const) expect(await title(language)).toContain(word) // prettier-ignore
    const before = await hits()
    for (const more of ['x-roles=a', 'x-roles=a,b', 'x-level=1', 'x-level=2']) {
      const [name = '', value = ''] = more.split('=')
      await ask('Authors?$top=1', { 'x-user': 'dora', [name]: value })
    }
    expect(await hits()).toBe(before)
  })

  test('it is empty as soon as a table changes, by whatever statement, and only for what was read from that', async () => {
    const stock = async (): Promise<string> => (await ask('Books(2)?$select=stock')).text
    const before = await stock()
    await ask('Authors?$select=name')
    await ask('restock', {}, { by: 5 })
    const after = await stock()
    expect([after === before, await stock()]).toEqual([false, after])
    const known = await hits()
    await ask('Authors?$select=name')
    // A PostgreSQL without triggers tells that something was committed, not what.
    expect(await hits()).toBe(isTold ? known + 1 : known)
    await ask('Books(2)', {}, { stock: 77 }, 'PATCH')
    expect(await stock()).toContain('"stock":77')
    await ask('Authors(10)', {}, { name: 'Ada B.' }, 'PATCH')
    expect((await ask('Books(1)?$expand=author')).text).toContain('Ada B.')
  })

  if (change)
    test('what others commit is seen', async () => {
      const stock = async (): Promise<string> => (await ask('Books(3)?$select=stock')).text
      await stock()
      for (const value of [101, 102, 103]) {
        await change(`UPDATE shop_Books SET stock = ${String(value)} WHERE ID = 3`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        expect(await stock()).toContain(`"stock":${String(value)}`)
      }
    })

  test('conditions, ranges and bodies are for the service', async () => {
    await ask('Books')
    const before = await hits()
    for (const name of ['if-none-match', 'if-match', 'range']) await ask('Books', { [name]: '*' })
    expect(await hits()).toBe(before)
  })
}

/** Links and contexts are the same; times of CAP's own are not those of another process. */
const plainText = (text: string): string => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')

describe('SQLite in memory', () => {
  checks(() => ({ kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url: ':memory:' } }), undefined)
})

describe('SQLite in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cached-file-'))
  const url = join(folder, 'db.sqlite')
  const settings = { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url } }
  beforeAll(() => {
    const env = host.env({ db: settings })
    runCommand(`${process.execPath} node_modules/@sap/cds-dk/bin/cds.js deploy --to sqlite:${url}`, { cwd: host.folder, env }) // prettier-ignore
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  checks(
    () => settings,
    (sql) => {
      const database = new DatabaseSync(url, { timeout: 2_000 })
      database.exec(sql)
      database.close()
      return Promise.resolve()
    },
  )
})

describe.each([false, true])('PostgreSQL, triggers: %s', (triggers) => {
  let postgres: Postgres
  const cache = { triggers }
  const settings = () => ({ kind: 'postgres', impl: '@cap-js/postgres', credentials: postgres.credentials })
  const sql = async (text: string): Promise<unknown[]> => {
    const client = await connectPostgres(postgres.credentials)
    const { rows } = await client.query(text)
    await client.end()
    return rows
  }
  beforeAll(async () => {
    postgres = await startPostgres()
    runCommand(`${process.execPath} node_modules/@sap/cds-dk/bin/cds.js deploy`, {
      cwd: host.folder,
      env: host.env({ db: settings(), 'read-cache': cache }),
    })
  })
  afterAll(() => postgres.stop())
  checks(settings, sql, triggers, cache)

  test('a deployment makes triggers where they are asked for, and they go with their function', async () => {
    const count = async (): Promise<unknown> =>
      (await sql(`SELECT count(*)::int AS n FROM pg_trigger WHERE tgname = 'read_cache_changed'`))[0]
    const made = (await count()) as { n: number }
    expect(made.n > 0).toBe(triggers)
    await sql('DROP FUNCTION IF EXISTS read_cache_changed() CASCADE')
    expect(await count()).toEqual({ n: 0 })
  })
})
