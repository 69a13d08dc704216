/** Pages of other sites in a real browser, which is who CORS is about; cors.test.ts sees what the server says. */
import type { Page } from 'playwright-core'
import { type Journey, startBrowser } from '../support/browser.ts'

/** Nobody listens there: the browser is given a page. */
const CHOSEN = 'http://127.0.0.1:6543'
const STRANGER = 'http://127.0.0.1:6544'
const FILM = '/odata/v4/SagaFilm'

const journey = startBrowser({ env: { CDS_CONFIG: JSON.stringify({ guard: { cors: { origins: [CHOSEN] } } }) } })

const openAt = async ({ open }: Journey, origin: string): Promise<Page> => {
  const page = await open('/health')
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>x</title>' }))
  await page.goto(`${origin}/`)
  return page
}

interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** What a script of a page is told of an answer; undefined where the browser keeps it. */
const call = (page: Page, url: string, method = 'GET', headers = {}, body?: string): Promise<Told | undefined> =>
  page.evaluate(
    async ([to, init]) => {
      try {
        const answer = await fetch(to, init)
        return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
      } catch {
        return undefined
      }
    },
    [url, { method, headers, ...(body !== undefined && { body }) }] as const,
  )

const JSON_BODY = { 'content-type': 'application/json', 'odata-maxversion': '4.01', prefer: 'return=minimal' }

journey('a page of a chosen origin reads, writes and sees the headers of OData', async (journey) => {
  const page = await openAt(journey, CHOSEN)
  const root = journey.url + FILM
  for (let round = 0; round < 2; round++) {
    const read = await call(page, `${root}/Planet?$top=1&$select=name`)
    expect(read).toMatchObject({ status: 200, headers: { 'odata-version': '4.0', etag: expect.any(String) } })
  }
  const made = await call(page, `${root}/Planet`, 'POST', JSON_BODY, '{"name":"Far away"}')
  expect(made).toMatchObject({ status: 204, headers: { 'preference-applied': 'return=minimal' } })
  const location = made!.headers['location']!
  expect(made!.headers['odata-entityid']).toBe(location)
  expect(await call(page, location, 'PATCH', JSON_BODY, '{"climate":"dry"}')).toMatchObject({ status: 204 })
  expect(JSON.parse((await call(page, location))!.text)).toMatchObject({ name: 'Far away', climate: 'dry' })
  expect(await call(page, location, 'DELETE')).toMatchObject({ status: 204 })
})

journey(
  'a page of another origin reads and writes nothing, and stays out of what was kept for others',
  async (journey) => {
    journey.expectErrors(/CORS policy/, /Failed to load resource/)
    const root = journey.url + FILM
    const path = `${root}/Planet?$top=2&$select=name`
    expect(await call(await openAt(journey, CHOSEN), path)).toMatchObject({ status: 200 })
    const page = await openAt(journey, STRANGER)
    expect(await call(page, path)).toBeUndefined()
    const before = await journey.read(`${FILM}/Planet/$count`)
    expect(await call(page, `${root}/Planet`, 'POST', JSON_BODY, '{"name":"x"}')).toBeUndefined()
    expect(await call(page, `${root}/Planet`, 'POST', { 'content-type': 'text/plain' }, '{"name":"x"}')).toBeUndefined()
    expect(await journey.read(`${FILM}/Planet/$count`)).toBe(before)
  },
)
