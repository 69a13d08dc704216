/** Two tables, two schemas: which rows and which structures differ, and how copies of them are made. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from '../support/browser.ts'
import { askApi, cellsOf, downloadBy, expectUsable, importRows, openCockpit } from '../support/cockpit-page.ts'

const journey = startBrowser({ env: { cds_admin_files: mkdtempSync(join(tmpdir(), 'saga-files-')) } })

journey('a copy of a table is planned, made and compared', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'clone?schema=main&table=saga_People', 'admin')
  await page.getByRole('textbox', { name: 'Name of the new table' }).fill('people_later')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Plan' }).waitFor()
  const body = { sourceTable: 'saga_People', targetTable: 'people_later', includeData: true }
  const { plan } = await askApi(url, '/tableCopy', { ...body, dryRun: true })
  const names = (await cellsOf(page, 'Plan')).map(([, name]) => name)
  expect(names).toEqual(plan.map(({ name }: { name: string }) => name))

  await page.getByRole('button', { name: 'Copy now' }).click()
  const { rowCount } = await askApi(url, '/dataProfile', { table: 'saga_People', columns: 'ID' })
  await page.getByText(`people_later was created with ${String(rowCount)} rows.`).waitFor()
  await expectUsable(page)
  await page.getByRole('link', { name: 'Compare both tables' }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByText('Both tables hold the same rows.').waitFor()
})

journey('the rows that differ between two tables stand side by side', async ({ open, url }) => {
  const { rows } = await askApi(url, '/export', { table: 'saga_People', format: 'json', limit: 1_000 })
  const added = { ...rows[0], ID: 'ffffffff-0000-4000-8000-000000000001', name: 'Somebody New' }
  const changed = rows.slice(1).map((row: { name: string }, index: number) =>
    // More than a page of them.
    index < 60 ? { ...row, height: '177', name: `${row.name} the Later` } : row,
  )
  await importRows(url, 'people_later', [...changed, added], { truncate: true })
  const tables = { table1: 'saga_People', table2: 'people_later' }

  const page = await openCockpit({ open }, `compare?${new URLSearchParams(tables).toString()}`, 'operator')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByText('62 rows differ.').waitFor()
  const { summary, columnDifferences } = await askApi(url, '/compareData', tables)
  const counts = [summary.matching, summary.different, summary.onlyInTable1, summary.onlyInTable2]
  expect(counts.slice(1)).toEqual([60, 1, 1])
  expect((await cellsOf(page, 'Rows by result')).map(([, count]) => Number(count))).toEqual(counts)
  const byColumn = (await cellsOf(page, 'Which columns differ')).map(([name, count]) => [name, Number(count)])
  expect(byColumn).toEqual(columnDifferences.map(({ column, count }: any) => [column, count])) // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

  // A row with a name that was changed: both values, and what is new in it is marked.
  const { differences } = await askApi(url, '/dataDiff', { ...tables, limit: 100 })
  const { key, changes } = differences[0]
  const name = changes.find(({ column }: { column: string }) => column === 'name')
  const row = page.getByRole('row', { name: key.ID })
  await row.waitFor()
  const cells = await row.getByRole('cell').allTextContents()
  expect(cells).toEqual(expect.arrayContaining([key.ID, name.table1Value, name.table2Value, '177']))
  expect(await row.locator('.new mark').first().textContent()).toBe(' the Later')

  // Page by page, all of them.
  const keys = async (): Promise<string[]> => page.locator('.compare-key').allTextContents()
  const first = await keys()
  await page.getByText('1 – 50 of 62').waitFor()
  await page.getByRole('button', { name: 'Next page' }).last().click()
  await page.getByText('51 – 62 of 62').waitFor()
  const all = [...first, ...(await keys())]
  expect(new Set(all).size).toBe(62)

  const csv = await downloadBy(page, () => page.getByRole('button', { name: 'Download all as CSV' }).click())
  const { content } = await askApi(url, '/dataDiff', { ...tables, format: 'csv', limit: 10_000 })
  expect(csv).toBe(content)
  await expectUsable(page)
})

journey('on a phone, in the dark and in German, tables are compared as well', async ({ open }) => {
  const place = 'compare?table1=saga_People&table2=people_later&key=name'
  const page = await openCockpit({ open }, place, 'operator', { phone: true, dark: true, locale: 'de-DE' })
  await page.getByRole('button', { name: 'Vergleichen' }).click()
  await page.getByRole('heading', { name: 'Abweichende Zeilen' }).waitFor()
  await page.getByText('nur in people_later').first().waitFor()
  await expectUsable(page)
})

journey('a schema is cloned, and its structure is compared', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'compare-schema', 'admin')
  await page.getByText('There is only one schema').waitFor()
  await page.getByRole('link', { name: 'Clone the schema' }).click()
  await page.getByRole('textbox', { name: 'Name of the new schema' }).fill('later')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Clone now' }).click()
  await page.getByText(/^later was created with \d+ tables/).waitFor()
  await expectUsable(page)

  await askApi(url, '/tableCopy', { sourceTable: 'saga_Film', targetSchema: 'later', targetTable: 'film_copy' })
  await page.getByRole('link', { name: 'Compare both schemas' }).click()
  await page.getByText('1 difference.').waitFor()
  const { tables, identical } = await askApi(url, '/compareSchema', { schema1: 'main', schema2: 'later' })
  expect(identical).toBe(false)
  const cells = await cellsOf(page, 'Differences by object')
  expect(cells.map(([name]) => name)).toEqual(tables.onlyInSchema2)
  expect(cells[0]).toContain('only in later')
  await expectUsable(page)
})

journey('what the database has beside the model is found, and left out on wish', async ({ open, url, read }) => {
  const { total } = await read('/api/v1/tables?schema=main&pattern=film_by_hand', 'viewer')
  if (total === 0) await askApi(url, '/tableCopy', { sourceTable: 'saga_Film', targetTable: 'film_by_hand' })
  const page = await openCockpit({ open }, 'drift?ignore=people_later', 'viewer')
  await page.getByText('1 difference.').waitFor()
  const [severity, object, kind, change] = (await cellsOf(page, 'Differences by object'))[0] ?? []
  expect([severity, object, kind, change]).toEqual(['harmless', 'film_by_hand', 'table', 'additional'])
  await expectUsable(page)
  await page.getByRole('main').getByRole('link', { name: 'film_by_hand' }).click()
  await page.getByRole('heading', { name: 'film_by_hand' }).waitFor()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Leave out' }).fill('people_later, film_by_*')
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByText('The database is as the model says.').waitFor()
  await expectUsable(page)
})

journey('in German and on a phone, too', async ({ open }) => {
  const page = await openCockpit({ open }, 'drift', 'viewer', { phone: true, dark: true, locale: 'de-DE' })
  await page.getByText(/\d+ Unterschiede?\./).waitFor()
  await expectUsable(page)
})
