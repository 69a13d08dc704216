/** The package `cds-read-cache` as others install it, in applications that know nothing of it. */
import { createApp, type ForeignApp, packReadCache } from '../support/foreign-app.ts'
import { COMMONJS_SHOP, TYPESCRIPT_SHOP } from '../support/foreign-shops.ts'
import { basic } from '../support/users.ts'

const ADDRESSES = [
  'Books?$select=title,writer&$orderby=ID',
  'Books(1)/title',
  'Books?$count=true&$top=1&$select=ID',
  'stock()',
]

/** Tells over HTTP how often answers were used again. */
const WITH_STATISTICS = `cds.on('bootstrap', (app) => app.get('/statistics', (_, res) => res.json(cds.cache?.statistics() ?? {})))\n`

describe.each([
  [
    'CommonJS on CAP 9',
    COMMONJS_SHOP,
    `const cds = require('@sap/cds')\n${WITH_STATISTICS}module.exports = cds.server\n`,
  ],
  [
    'TypeScript on CAP 10',
    TYPESCRIPT_SHOP,
    `import cds from '@sap/cds'\n${WITH_STATISTICS}export default cds.server\n`,
  ],
])('%s', (_, files, server) => {
  let app: ForeignApp
  const auth = { kind: 'basic', users: { ada: { password: 'one', roles: ['admin'] } } }
  const start = () => app.start({ requires: { auth, db: { kind: 'sqlite', credentials: { url: ':memory:' } } } })
  const read = async (url: string, path: string): Promise<string> => {
    const answer = await fetch(`${url}${path}`, { headers: basic('ada', 'one') })
    return `${answer.status} ${await answer.text()}`
  }
  const readAll = (url: string): Promise<string[]> =>
    Promise.all(ADDRESSES.map((path) => read(url, `/odata/v4/catalog/${path}`)))
  const hits = async (url: string): Promise<unknown> =>
    ((await (await fetch(`${url}/statistics`)).json()) as { hits?: number }).hits

  beforeAll(() => {
    app = createApp(files)
    app.write('server.js', server)
  })
  afterAll(() => {
    app.remove()
  })

  test('answers are what they were, come from memory, and follow what is written', async () => {
    const plain = await start()
    const before = await readAll(plain.url).finally(() => plain.stop())
    app.add(packReadCache())
    const cached = await start()
    try {
      expect(await readAll(cached.url)).toEqual(before)
      expect(await hits(cached.url)).toBe(0)
      expect(await readAll(cached.url)).toEqual(before)
      expect(await hits(cached.url)).toBe(ADDRESSES.length - 1)
      const written = await fetch(`${cached.url}/odata/v4/admin/Authors(10)`, {
        method: 'PATCH',
        headers: { ...basic('ada', 'one'), 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ada Blum-Cerny' }),
      })
      expect(written.status).toBe(200)
      const [titles] = await readAll(cached.url)
      expect(titles).toContain('Ada Blum-Cerny')
    } finally {
      await cached.stop()
    }
  })
})
