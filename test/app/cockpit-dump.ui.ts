/** Tables that leave as one file and come back from it, in a browser, each time held against what the API says. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from '../support/browser.ts'
import { ask, openCockpit, readTable, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'
import { basic } from '../support/users.ts'

const files = mkdtempSync(join(tmpdir(), 'cockpit-dumps-'))
afterAll(() => {
  rmSync(files, { recursive: true })
})

const journey = startBrowser({ env: { CDS_CONFIG: JSON.stringify({ admin: { files } }) } })

const COPY = { sourceTable: 'saga_Planet', targetTable: 'planets_of_old', includeData: true }

journey('an administrator takes a table along as one file, and loads it again', async ({ open, read, url }) => {
  const rowsOf = async () =>
    (await ask(url, '/export', { table: COPY.targetTable, format: 'json' })) as { rows?: unknown[]; code?: string }
  await ask(url, '/tableCopy', COPY, 'admin')
  const before = await rowsOf()
  const page = await openCockpit(open, `/dump?tables=${COPY.targetTable}`, 'admin')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const order = tableOf(page, 'Tables, in the order in which they are loaded')
  expect(await readTable(order)).toEqual([{ Table: COPY.targetTable }])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Dump now' }).click()
  const button = page.getByRole('button', { name: /^Download \(/ })
  await button.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toMatch(/^main-dump-\d{8}-\d{6}\.zip$/)
  expect(readFileSync(await download.path()).toString('latin1')).toContain('manifest.json')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('link', { name: 'Load it' }).click()
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('Nothing has been changed.').waitFor()
  await page.getByText('TARGET_EXISTS').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await fetch(`${url}/api/v1/copies?table=${COPY.targetTable}`, { method: 'DELETE', headers: basic('admin') })
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByRole('heading', { name: 'What would be loaded' }).waitFor()
  const rows = String(before.rows?.length)
  expect(await readTable(tableOf(page, 'Tables'))).toEqual([{ Table: COPY.targetTable, Rows: rows, Action: 'created' }])
  expect((await rowsOf()).code).toBe('TABLE_NOT_FOUND')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Load now' }).click()
  await page.getByRole('heading', { name: 'Loaded', exact: true }).waitFor()
  await page.getByText('Rows and checksums are those of the file').waitFor()
  expect((await rowsOf()).rows).toEqual(before.rows)

  const [file] = (await read('/api/v1/files', 'admin')).files
  await page.goto(page.url().replace(/#.*/, '#/operations'))
  await page.getByRole('button', { name: 'Download the file of dump' }).first().waitFor()
  const operations = (await read('/api/v1/operations', 'admin')).operations as { operation: string; hasFile: boolean }[]
  const withFile = operations.filter(({ operation, hasFile }) => operation === 'dump' && hasFile)
  expect(await page.getByRole('button', { name: 'Download the file of dump' }).count()).toBe(withFile.length)
  await page.getByRole('link', { name: `Load ${String(file.name)}` }).click()
  await page.getByText(`${String(file.name)} is on the server`).waitFor()
})

journey('an operator dumps only the rows that hang on others, on a phone, in German', async ({ open, url }) => {
  const visitor = { phone: true, dark: true, locale: 'de-DE' } as const
  const page = await openCockpit(open, '/dump?what=load&tables=saga_Film', 'operator', visitor)
  await page.getByRole('heading', { name: 'Sichern', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Jetzt laden' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Bedingung hinzufügen' }).click()
  await page.waitForLoadState('networkidle') // the tables to choose from are there
  await page.getByRole('combobox', { name: 'Zeilen von' }).fill('saga_Film')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Filter' }).fill("title like 'The %'")
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Vorschau' }).click()
  const shown = await readTable(tableOf(page, 'Tabellen, in der Reihenfolge, in der sie geladen werden'))
  const body = { tables: ['saga_Film'], rows: [{ table: 'saga_Film', where: "title like 'The %'" }], dryRun: true }
  const told = await ask(url, '/dump', body)
  expect(shown.map((row) => row['Tabelle'])).toEqual(told.tables)
  await tableOf(page, 'Nicht in der Sicherung').waitFor()
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
})
