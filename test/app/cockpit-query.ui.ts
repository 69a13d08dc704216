/** One statement of an admin: its rows, its plan, its mistakes, and what the browser keeps of it. */
import { startBrowser } from '../support/browser.ts'
import { cellsOf, downloadBy, expectUsable, openCockpit } from '../support/cockpit-page.ts'

const journey = startBrowser()
const ENDLESS = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT sum(x) FROM c WHERE x < 0'

journey('a statement is run, explained, saved and found again', async ({ open }) => {
  const page = await openCockpit({ open }, 'query', 'admin')
  const field = page.getByRole('textbox', { name: 'Statement' })
  await field.fill('SELECT 1 AS a, 2 AS a UNION ALL SELECT 3, NULL')
  await field.press('Control+Enter')
  await page.getByRole('table', { name: 'Result' }).waitFor()
  expect((await cellsOf(page, 'Result')).map(([, ...cells]) => cells)).toEqual([
    ['1', '2'],
    ['3', 'NULL'],
  ])
  expect(decodeURIComponent(page.url().replaceAll('+', ' '))).toContain('SELECT 1 AS a')
  await expectUsable(page)
  const csv = await downloadBy(page, () => page.getByRole('button', { name: 'Download as CSV: Result' }).click())
  expect(csv).toBe('a,a (2)\r\n1,2\r\n3,\r\n')

  await field.fill('SELECT name FROM saga_Planet ORDER BY name')
  await page.getByRole('button', { name: 'Explain' }).click()
  await page
    .getByRole('list', { name: 'Plan' })
    .getByText(/saga_Planet/)
    .waitFor()
  await expectUsable(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('planets')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.reload()
  await page.getByRole('button', { name: 'planets', exact: true }).waitFor()
  await field.fill('')
  await page.getByRole('button', { name: 'planets', exact: true }).click()
  expect(await field.inputValue()).toBe('SELECT name FROM saga_Planet ORDER BY name')
  await page.getByRole('button', { name: 'SELECT 1 AS a, 2 AS a UNION ALL SELECT 3, NULL' }).click()
  expect(await field.inputValue()).toContain('UNION ALL')
})

journey('what writes is refused, and what has no end is cancelled', async ({ open, expectErrors }) => {
  expectErrors(/403 \(Forbidden\)/)
  const page = await openCockpit({ open }, 'query', 'admin', { phone: true, dark: true })
  const field = page.getByRole('textbox', { name: 'Statement' })
  await field.fill('DELETE FROM saga_Planet')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText(/DELETE saga_Planet is refused/).waitFor()
  await expectUsable(page)
  await field.fill(ENDLESS)
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
})

journey('operators see that the page is for admins', async ({ open }) => {
  const page = await openCockpit({ open }, 'overview', 'operator')
  const link = page.locator('.side-pages a', { hasText: 'Query' })
  expect(await link.getAttribute('aria-disabled')).toBe('true')
})
