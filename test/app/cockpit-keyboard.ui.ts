/** The cockpit without a mouse: what is typed goes where it is meant to, and what was opened gives the focus back. */
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'

const journey = startBrowser()

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.id')

journey('a row is found and read by keys alone', async ({ open }) => {
  const page = await open('/cockpit/')
  await page.locator('#sign-in-user:focus').waitFor()
  await page.keyboard.type('operator')
  await press(page, 'Tab')
  await page.keyboard.type('operator')
  await press(page, 'Enter')
  await page.locator('.page-head h1').waitFor()
  await page.locator('#content:focus').waitFor()

  // Without a pause: the search has every letter.
  await press(page, 'Control+k')
  await page.keyboard.type('saga_Planet')
  expect(await page.getByRole('combobox', { name: /^Search/ }).inputValue()).toBe('saga_Planet')
  await page
    .getByRole('option', { name: /^saga_Planet\b/ })
    .first()
    .waitFor()
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'saga_Planet' }).waitFor()
  expect(await focused(page)).toBe('content')

  await page.getByRole('button', { name: 'Filter name' }).focus()
  await press(page, 'Enter')
  await page.locator('ui5-popover[open]').waitFor()
  await press(page, 'Escape')
  await page.locator('ui5-popover[open]').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Filter name')

  const grid = page.locator('[role=region][tabindex]')
  await grid.focus()
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
  const row = page.getByRole('dialog', { name: /^Row \d+$/ })
  await row.waitFor()
  await press(page, 'Escape')
  await row.waitFor({ state: 'detached' })
  await page.locator('[role=region][tabindex]:focus').waitFor()
})

journey('who signs out in one tab is out in the other, and comes back to the same table', async ({ open }) => {
  const page = await open('/cockpit/#/table/main/saga_Planet')
  const signIn = async (tab: Page): Promise<void> => {
    await tab.locator('#sign-in-user:focus').waitFor()
    await tab.keyboard.type('operator')
    await press(tab, 'Tab')
    await tab.keyboard.type('operator')
    await press(tab, 'Enter')
  }
  await signIn(page)
  await page.getByRole('heading', { name: 'saga_Planet' }).waitFor()

  const other = await page.context().newPage()
  await other.goto(new URL('/cockpit/#/tables', page.url()).href)
  await other.getByRole('heading', { name: 'Tables and views', level: 1 }).waitFor()
  await other.getByRole('button', { name: /^operator/ }).click()
  await other.getByText('Sign out').last().click()
  await page.locator('#sign-in-user').waitFor()

  await signIn(other)
  await page.getByRole('heading', { name: 'saga_Planet' }).waitFor()
})
