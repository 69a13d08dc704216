/** Tables on a phone: what is short stays on one line, so that rows stay low, and a table scrolls within itself. */
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { ask, openCockpit } from '../support/cockpit.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'

const journey = startBrowser()

/** Each with the button that has to be pressed before there is a table, if any. */
const PAGES: readonly (readonly [hash: string, button?: RegExp])[] = [
  ['/operations'],
  ['/overview', /^\d+ (checks|Prüfungen)/],
  ['/tables'],
  ['/table/main/saga_People?tab=structure'],
  ['/table/main/saga_People?tab=rows'],
  ['/references', /^(Check all tables|Alle Tabellen prüfen)$/],
  ['/timeseries?table=saga_Episode'],
  ['/records/SagaFilm.Planet'],
]

/** Texts in cells that are short and still stand on several lines: a date, a number, a name of somebody, words of a status. */
const WRAPPED = `[...document.querySelectorAll('main td')].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const wrapped = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
    if (lines.size > 1 && text.data.trim().length <= 28) wrapped.push(text.data)
  }
  return wrapped
})`

const tables = async (page: Page): Promise<void> => {
  await page.locator('main td:visible').first().waitFor()
  await page.waitForLoadState('networkidle')
}

for (const locale of ['en-US', 'de-DE'] as const)
  journey(`short values stay on one line, in ${locale}`, async ({ open, url }) => {
    await ask(url, '/export', { table: 'saga_Film', format: 'csv' }, 'admin')
    await ask(url, '/dataProfile', { table: 'saga_People' }, 'admin')
    const page = await openCockpit(open, '/tables', 'admin', { phone: true, locale })
    for (const [hash, button] of PAGES) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
      if (button) await page.getByRole('button', { name: button }).click()
      if (hash === '/operations') await page.getByRole('option', { name: /^(All|Alle)$/ }).click()
      await tables(page)
      expect([hash, await page.evaluate(WRAPPED)]).toEqual([hash, []])
      expect([hash, await sidewaysOverflow(page)]).toEqual([hash, 0])
      expect([hash, await accessibilityProblems(page)]).toEqual([hash, []])
    }
  })
