import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { borrowServerOn } from '../support/borrowed-server.ts'
import { DATABASES } from '../support/server-on.ts'
import { type Answer, send } from '../support/odata.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/odata.md'), 'utf8')

/** A row of a table: a request, its status, and what is said of the answer. */
const ROWS = [...page.matchAll(/^\| `([A-Z]+) ([^`]+)` *\| (\d{3}) *\| (.+?) *\|$/gm)].map(
  ([, method = '', rest = '', status = '', told = '']) => {
    const [path = '', body] = rest.split(/ (?=\{)/)
    const isAnswer = !page.slice(page.indexOf('## Not offered')).includes(`\`${method} ${rest}\``)
    const texts = isAnswer ? [...told.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text) : []
    return { request: `${method} ${rest}`, method, path, body, status: Number(status), texts }
  },
)

test('the page has its rows', () => {
  expect(ROWS.length).toBeGreaterThan(40)
  expect(ROWS).toHaveLength((page.match(/^\| `[A-Z]+ /gm) ?? []).length)
})

describe.each(DATABASES)('what the page for clients tells, on %s', (database) => {
  let server: Awaited<ReturnType<typeof borrowServerOn>>
  beforeAll(async () => {
    server = await borrowServerOn(database)
  }, 120_000)
  afterAll(() => server.stop())

  test.each(ROWS.map((row) => [row.request, row] as const))('%s', async (_, { method, path, body, status, texts }) => {
    const app = { url: server.url } as Parameters<typeof send>[0]
    const options = body === undefined ? {} : { body: JSON.parse(body) as unknown }
    const answer: Answer = await send(app, method, `/odata/v4/SagaFilm/${path}`, options)
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
    for (const text of texts) expect(answer.text).toContain(text)
  })
})
