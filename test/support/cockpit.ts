/** The cockpit as somebody uses it in a browser. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import type { Journey, Visitor } from './browser.ts'
import { basic } from './users.ts'

/** Opens a page of the cockpit, signed in; the password is the name. @param hash such as `/tables`. */
export async function openCockpit(
  open: Journey['open'],
  hash: string,
  user: string,
  visitor: Visitor = {},
): Promise<Page> {
  const page = await open(`/cockpit/#${hash}`, visitor)
  await signIn(page, user)
  await page.locator('main h1, main h2').first().waitFor()
  return page
}

export async function signIn(page: Page, user: string, password = user): Promise<void> {
  await page.locator('#sign-in-user input').fill(user)
  await page.locator('#sign-in-password input').fill(password)
  await page.keyboard.press('Enter')
}

/** What a table shows: its heads, and its rows as texts by them. */
export async function readTable(table: Locator): Promise<Record<string, string>[]> {
  await table.waitFor()
  const heads = await table.locator('thead th').allInnerTexts()
  const rows = await table.locator('tbody tr').all()
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td').allInnerTexts()
      return Object.fromEntries(cells.map((cell, index) => [plain(heads[index] ?? ''), plain(cell)]))
    }),
  )
}

/** The table with a caption. */
export const tableOf = (page: Page, caption: string): Locator => page.getByRole('table', { name: caption, exact: true })

/** Ticks a box of a form. It is drawn anew with what the form has then, which need not be at once. */
export async function tick(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('checkbox', { name }).click()
  await page.getByRole('checkbox', { name, checked: true }).waitFor()
}

/** What a click saves: the name of the file, and its content. */
export async function saved(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

/** The answer of the administration API to a POST, past the browser, as JSON. */
export async function ask(
  url: string,
  path: string,
  body: object,
  user = 'operator',
): Promise<any> /* eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON */ {
  const headers = { ...basic(user), 'content-type': 'application/json' }
  return (await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
