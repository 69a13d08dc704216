/** The cockpit in a browser, and the API that its pages are checked against. */
import type { Page } from 'playwright-core'
import type { Journey, Visitor } from './browser.ts'
import { accessibilityProblems, sidewaysOverflow } from './page-problems.ts'
import { basic } from './users.ts'

export type Role = 'viewer' | 'operator' | 'admin'

/** Opens a page of the cockpit, such as `lineage?table=saga_Film`, and signs in as a user of that role. */
export async function openCockpit(
  { open }: Pick<Journey, 'open'>,
  place: string,
  role: Role,
  visitor: Visitor = {},
): Promise<Page> {
  const page = await open(`/cockpit/#/${place}`, visitor)
  await page.locator('#sign-in-user input').fill(role)
  await page.locator('#sign-in-password input').fill(role)
  await page.locator('#sign-in-password input').press('Enter')
  await page.locator('.page-head h1').waitFor()
  return page
}

/** Asks the API itself. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- arbitrary JSON
export async function askApi(url: string, path: string, body: object, user = 'admin'): Promise<any> {
  const headers = { ...basic(user), 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${text}`)
  return JSON.parse(text)
}

/** Puts rows into a table through the API, in the way that a user does: a file, then an import. */
export async function importRows(
  url: string,
  table: string,
  rows: readonly object[],
  options: object = {},
): Promise<void> {
  const file = `${table}.json`
  const headers = { ...basic('admin'), 'content-type': 'application/octet-stream' }
  const address = `${url}/api/v1/files/${file}`
  const sent = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(rows) })
  if (!sent.ok) throw new Error(`${file}: ${String(sent.status)} ${await sent.text()}`)
  try {
    await askApi(url, '/import', { table, file, matchMode: 'name', ...options })
  } finally {
    await fetch(address, { method: 'DELETE', headers: basic('admin') })
  }
}

/** The texts of a table's cells, row by row; it is found by its caption. */
export const cellsOf = (page: Page, caption: string): Promise<string[][]> =>
  page
    .locator('table', { has: page.locator('caption', { hasText: caption }) })
    .first()
    .locator('tbody tr')
    .evaluateAll((rows) =>
      (rows as unknown as { cells: Iterable<{ textContent: string }> }[]).map(({ cells }) =>
        Array.from(cells, ({ textContent }) => textContent.trim()),
      ),
    )

/** A file that a click makes the browser save, as text. */
export async function downloadBy(page: Page, click: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** What is around every page: not the page's to repair. */
const FRAME = ['.shell-bar', 'ui5-side-navigation']

/** Nothing that a program can find on the page keeps anybody out, and nobody scrolls sideways. */
export async function expectUsable(page: Page): Promise<void> {
  expect(await accessibilityProblems(page, FRAME)).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)
}
