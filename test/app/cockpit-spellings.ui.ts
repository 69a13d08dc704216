/** Values that only look the same, and the way there and back: filters, pages, answers that stay. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startBrowser } from '../support/browser.ts'
import { openCockpit, readTable, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems } from '../support/page-problems.ts'

const folder = mkdtempSync(join(tmpdir(), 'spellings-'))
const file = join(folder, 'spellings.sqlite')

beforeAll(() => {
  const database = new DatabaseSync(file)
  database.exec(`
    CREATE TABLE places (id INTEGER PRIMARY KEY, country VARCHAR(10), open BOOLEAN);
    INSERT INTO places VALUES (1, 'DE', 1), (2, ' DE', 0), (3, 'de', 1), (4, 'FR', 1), (5, 'FR', 0);
    WITH RECURSIVE n (i) AS (SELECT 6 UNION ALL SELECT i + 1 FROM n WHERE i < 120) INSERT INTO places SELECT i, 'IT', 1 FROM n;
    CREATE TABLE other_places AS SELECT * FROM places;
    UPDATE other_places SET country = 'DE' WHERE id = 2;
  `)
  database.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const journey = startBrowser({
  env: { CDS_REQUIRES_DB_CREDENTIALS_URL: file },
  // The browser itself writes a line for a filter that is none.
  knownErrors: [/status of 400 \(Bad Request\)/],
})

journey('blanks are marked in the grid, and the profile leads to the rows of a spelling', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/places?tab=rows', 'operator')
  const table = tableOf(page, 'Rows of places')
  await table.waitFor()
  expect(await table.getByRole('img', { name: 'blank' }).count()).toBe(1)
  expect((await readTable(table)).slice(0, 2).map((row) => row['open BOOLEAN'])).toEqual(['true', 'false'])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('option', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  const notes = tableOf(page, 'Columns').getByRole('row', { name: /^country/ })
  await notes.getByRole('link', { name: 'mixed case' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // The answer survives a tab, a reload and the way back.
  await page.getByRole('option', { name: 'Structure', exact: true }).click()
  await page.getByRole('option', { name: 'Profile', exact: true }).click()
  await notes.waitFor()
  await page.reload()
  await notes.getByRole('link', { name: '3 spellings' }).click()
  await page.locator('.grid tbody tr:first-child:nth-last-child(3)').waitFor()
  await page.goBack()
  await notes.getByRole('link', { name: 'leading blanks' }).click()
  await page.locator('.grid tbody tr:first-child:nth-last-child(1)').waitFor()
})

journey('one goes back through filters and pages, and a filter that is none leaves the rows', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/places?tab=rows', 'operator')
  const hasRows = (count: number): Promise<void> =>
    page.locator(`.grid tbody tr:first-child:nth-last-child(${String(count)})`).waitFor()
  await hasRows(50)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(/^51 – 100/).waitFor()
  await page.getByRole('button', { name: 'Filter country' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('FR')
  await page.getByRole('button', { name: 'Apply' }).click()
  await hasRows(2)
  await page.getByRole('textbox', { name: 'Value' }).waitFor({ state: 'hidden' })
  await page.goBack()
  await page.getByText(/^51 – 100/).waitFor()
  await page.goBack()
  await page.getByText(/^1 – 50/).waitFor()
  await page.goForward()
  await page.goForward()
  await hasRows(2)
  const filter = page.getByRole('textbox', { name: 'Filter', exact: true })
  await filter.fill('country =')
  await filter.press('Enter')
  await page.getByText('The filter is not valid').waitFor()
  await hasRows(2)
  expect(await accessibilityProblems(page)).toEqual([])
})

journey('a blank that differs is marked side by side', async ({ open }) => {
  const address = '/compare?schema1=main&table1=places&schema2=main&table2=other_places&key=id'
  const page = await openCockpit(open, address, 'operator')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.locator('mark').getByRole('img', { name: 'blank' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})
