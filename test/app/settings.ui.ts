/** What somebody has chosen holds in all apps, and is still there later: language, theme, and how a list is shown. */
import type { Page } from 'playwright-core'
import { barriers, dialog, rows, settle, shown, startFiori } from '../support/fiori.ts'

const journey = startFiori()

const choose = async (page: Page, label: string, value: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).selectOption(value)
}
const background = (page: Page): Promise<string> =>
  page.evaluate<string>('getComputedStyle(document.querySelector(".shell")).backgroundColor')

journey('a language that is chosen in one app holds in the others, the figures and at home', async ({ open, url }) => {
  const page = await open('/people/')
  await shown(page, /^Characters \(/).waitFor()
  await choose(page, 'Language', 'de')
  await shown(page, /^Figuren \(/).waitFor()
  await shown(page, 'Filter anpassen').waitFor()
  await settle(page)
  expect(await barriers(page)).toEqual([])
  await page.goto(`${url}/shows/`)
  await shown(page, /^Erscheinungsjahr/).waitFor()
  await page.goto(`${url}/figures/`)
  await page.getByRole('heading', { name: 'Zahlen' }).waitFor()
  await page.goto(`${url}/`)
  await page.getByText('Dieser Server').waitFor()
  await page.goto(`${url}/films/`)
  await choose(page, 'Sprache', 'en')
  await shown(page, /^Release Date/).waitFor()
})

journey('a theme that is chosen holds at once, and in the other apps', async ({ open, url }) => {
  const page = await open('/people/')
  await shown(page, /^Characters \(/).waitFor()
  const light = await background(page)
  await choose(page, 'Theme', 'dark')
  expect(await background(page)).not.toBe(light)
  await page.locator('html.sapUiTheme-sap_horizon_dark').waitFor({ state: 'attached' })
  for (const path of ['/shows/', '/figures/']) {
    await page.goto(url + path)
    expect(await background(page)).not.toBe(light)
  }
})

journey('a view of a list that is saved is still there after a reload', async ({ open }) => {
  const LIST = 'saga.people::PeopleList'
  const page = await open('/people/')
  await rows(page, LIST, 'people::LineItem').first().waitFor()
  await page.locator('[id*="FilterField"] input:focus').waitFor()
  await settle(page)
  await page.getByRole('searchbox').fill('Skywalker')
  await page.getByRole('searchbox').press('Enter')
  await rows(page, LIST, 'people::LineItem').filter({ hasText: '8D8' }).waitFor({ state: 'detached' })
  await shown(page, 'Standard').click()
  await page.getByRole('button', { name: 'Save As' }).click()
  await dialog(page).getByRole('textbox').first().fill('The family')
  await dialog(page).getByText('Set as Default').click()
  await dialog(page).getByText('Apply Automatically').click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await shown(page, 'The family').waitFor()

  await page.reload()
  await shown(page, 'The family').waitFor()
  await rows(page, LIST, 'people::LineItem').filter({ hasText: 'Luke Skywalker' }).waitFor()
  expect(await rows(page, LIST, 'people::LineItem').filter({ hasText: 'Ackbar' }).count()).toBe(0)
})
