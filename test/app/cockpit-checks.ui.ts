/** Whether data is right: rules, duplicates, references. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser, usersOfTests } from '../support/browser.ts'
import { askApi, cellsOf, downloadBy, expectUsable, importRows, openCockpit } from '../support/cockpit-page.ts'

/** A database that refuses what this looks for would have nothing to show. */
const features = { assert_integrity: false }
const settings = { ...(JSON.parse(usersOfTests()) as object), features }
const files = mkdtempSync(join(tmpdir(), 'saga-files-'))
const checks = mkdtempSync(join(tmpdir(), 'saga-checks-'))
const env = { cds_admin_files: files, cds_admin_checks: checks, CDS_CONFIG: JSON.stringify(settings) }
const journey = startBrowser({ env })

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const LOST = [2, 3, 4].map((number) => ({
  ID: `ffffffff-0000-4000-8000-00000000000${String(number)}`,
  name: number === 4 ? 'Lost Onne' : 'Lost One',
  homeworld_ID: NOWHERE,
}))

journey('rows whose partner is missing are found', async ({ open, url }) => {
  await importRows(url, 'saga_People', LOST)
  const page = await openCockpit({ open }, 'references', 'operator', { phone: true })
  await page.getByRole('button', { name: 'Check all tables' }).click()
  await page.getByText('3 orphaned rows, in 1 broken references.').waitFor()
  const { violations, totalForeignKeys } = await askApi(url, '/referentialCheck', {})
  expect(violations).toHaveLength(1)
  expect(await cellsOf(page, 'Orphaned rows')).toEqual([
    ['saga_People', `homeworld_ID = ${NOWHERE}`, '3', 'saga_Planet', violations[0].constraintName],
  ])
  expect(await cellsOf(page, 'All references')).toHaveLength(totalForeignKeys)
  await expectUsable(page)
})

journey('rules that are known are checked, and edited', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'validation?schema=main&table=saga_People', 'operator')
  await page.getByRole('button', { name: 'Check the known rules' }).click()
  await page.getByText('is violated.').waitFor()
  const { results, errors, invalidRows } = await askApi(url, '/dataValidator', { table: 'saga_People' })
  expect(invalidRows).toBe(3)
  expect(await cellsOf(page, 'Rules')).toHaveLength(results.length)
  const [broken] = await cellsOf(page, 'Rules')
  expect(broken).toEqual(expect.arrayContaining(['violated', 'homeworld_ID', 'is a key of the table saga_Planet', '3']))
  const failing = await cellsOf(page, 'Failed rows')
  expect(failing.map(([key]) => key)).toEqual(errors.map(({ key }: { key: { ID: string } }) => key.ID))
  await expectUsable(page)

  await page.getByRole('button', { name: 'Edit these rules' }).click()
  await page.getByRole('button', { name: `Check ${String(results.length)} rules` }).click()
  await page.getByText('is violated.').waitFor()
  expect((await cellsOf(page, 'Rules'))[0]).toEqual(expect.arrayContaining(['violated', 'homeworld_ID', 'you', '3']))
})

journey('all tables are checked, and what is violated leads to the rules of its table', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'validation', 'operator')
  await page.getByRole('button', { name: 'Check all tables' }).click()
  await page.getByText('tables has rows that violate rules.').waitFor()
  const { tables, failedTables } = await askApi(url, '/checks/run', {})
  expect(failedTables).toBe(1)
  expect(await cellsOf(page, 'Tables')).toHaveLength(Math.min(25, tables.length))
  const [[status, table, rows, invalid, , violated] = []] = await cellsOf(page, 'Tables')
  const { rows: all, checks } = tables.find((each: { table: string }) => each.table === 'saga_People')
  expect([status, table, Number(rows), Number(invalid)]).toEqual(['violated', 'saga_People', all, 3])
  expect(checks).toBeGreaterThan(5)
  expect(violated).toBe('homeworld_ID: is a key of the table saga_Planet (3 rows)')
  await expectUsable(page)
  await page.getByRole('link', { name: 'saga_People', exact: true }).last().click()
  await page.getByRole('button', { name: 'Check the known rules' }).waitFor()
  await page.goBack()
  await page.getByText('tables has rows that violate rules.').waitFor()
})

journey('rules become a file of checks, which stands beside those of the model', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'validation?schema=main&table=saga_Planet', 'operator')
  await page.getByRole('button', { name: 'Check the known rules' }).click()
  const file = page.getByRole('button', { name: 'Download as a file of checks' })
  await file.waitFor()
  const text = await downloadBy(page, () => file.click())
  expect(text).toContain('  - duplicate: { column: "ID" }\n')
  const own = '  - row_count: { must_be: 1 }\n    name: only one planet\n    owner: ada\n'
  writeFileSync(join(checks, 'planets.yaml'), text + own)
  const { tables } = await askApi(url, '/checks/run', { tables: ['saga_Planet'] })
  expect(tables[0].failed).toMatchObject([{ name: 'only one planet', owner: 'ada' }])
  const all = await openCockpit({ open }, 'validation', 'operator', { dark: true })
  await all.getByRole('button', { name: 'Check all tables' }).click()
  await all.getByText(/only one planet/).waitFor()
  const line = all.getByRole('listitem').filter({ hasText: 'only one planet' })
  expect(await line.innerText()).toMatch(/^only one planet planets\.yaml:\d+:\d+ for ada$/)
  await expectUsable(all)
  rmSync(join(checks, 'planets.yaml'))
})

journey('what a profile has found becomes a file of checks, which its table passes', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'table/main/saga_Planet?tab=profile', 'operator')
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  const file = page.getByRole('button', { name: 'Download as a file of checks' })
  await file.waitFor()
  const text = await downloadBy(page, () => file.click())
  expect(text).toContain('  - missing: { column: "name" }\n')
  writeFileSync(join(checks, 'planets.yaml'), text)
  const { tables, checks: count } = await askApi(url, '/checks/run', { tables: ['saga_Planet'] })
  expect([tables[0].failed, count > 21]).toEqual([[], true])
  await expectUsable(page)
  rmSync(join(checks, 'planets.yaml'))
})

journey("one's own rule is checked, in the dark", async ({ open, url }) => {
  const page = await openCockpit({ open }, 'validation?schema=main&table=saga_People', 'operator', { dark: true })
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const rule = page.getByRole('group', { name: 'Rule 1' })
  const choose = async (label: string, option: string): Promise<void> => {
    await rule.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Column', 'name')
  await choose('Rule', 'has a length of')
  await rule.getByRole('textbox', { name: 'at most' }).fill('5')
  await page.getByRole('button', { name: 'Check 1 rule', exact: true }).click()
  await page.getByText('1 of 1 rules is violated.').waitFor()
  const asked = { table: 'saga_People', rules: [{ rule: 'length', column: 'name', max: 5 }] }
  const { results } = await askApi(url, '/dataValidator', asked)
  const [[, column, , , checked, failed] = []] = await cellsOf(page, 'Rules')
  expect([column, Number(checked), Number(failed)]).toEqual(['name', results[0].checked, results[0].failed])
  await expectUsable(page)
})

journey('duplicates are found, exactly and nearly', async ({ open, url }) => {
  const page = await openCockpit({ open }, 'duplicates?schema=main&table=saga_People&columns=name', 'operator')
  await page.locator('#content').getByRole('button', { name: 'Search' }).click()
  await page.getByText('1 duplicate row, in 1 groups.').waitFor()
  const question = { table: 'saga_People', columns: 'name', records: 10 }
  const { duplicates } = await askApi(url, '/duplicateDetection', question)
  const keysOf = (group: { records: { key: { ID: string } }[] }): string[] => group.records.map(({ key }) => key.ID)
  expect((await cellsOf(page, 'Group 1')).map(([key]) => key)).toEqual(keysOf(duplicates[0]))
  await expectUsable(page)

  await page.getByRole('combobox', { name: 'Rows are duplicates when' }).click()
  await page.getByRole('option', { name: 'they are similar' }).click()
  await page.getByRole('combobox', { name: 'Similarity' }).click()
  await page.getByRole('option', { name: 'at least 80 %' }).click()
  await page.locator('#content').getByRole('button', { name: 'Search' }).click()
  await page.getByText('2 duplicate rows, in 1 groups.').waitFor()
  const csv = await downloadBy(page, () => page.getByRole('button', { name: 'Download as CSV: Result' }).click())
  expect(csv.trim().split('\r\n')).toHaveLength(4)
  for (const { name } of LOST) expect(csv).toContain(name)
})
