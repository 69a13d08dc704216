/** What the cockpit shows of the database, each time held against what the API says. */
import { startBrowser } from '../support/browser.ts'
import { ask, openCockpit, readTable, saved, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'

const journey = startBrowser({
  // The browser itself writes a line for every answer that is no success; a filter that is none is meant to be one.
  knownErrors: [/status of 400 \(Bad Request\)/],
})

const API = '/api/v1'

journey('the overview shows the database, and says what its engine does not know', async ({ open, read }) => {
  const page = await openCockpit(open, '', 'operator')
  const info = await read(`${API}/dbInfo`, 'viewer')
  await page.getByText(`${info.platform} ${info.version}`).waitFor()
  const [schema] = (await read(`${API}/schemas`, 'viewer')).schemas
  await page.getByText(`${schema.tableCount} tables, ${schema.viewCount} views`).waitFor()
  const largest = await readTable(tableOf(page, 'Largest tables'))
  const sizes = (await read(`${API}/tables?schema=main`, 'viewer')).tables.map(
    ({ sizeBytes }: { sizeBytes: number }) => sizeBytes,
  )
  const total = sizes.reduce((sum: number, size: number) => sum + size, 0)
  expect(largest).toHaveLength(10)
  const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
  expect(largest[0]?.['Share of the size']).toBe(share.format(Math.max(...sizes) / total))
  await page.getByText('This browser sees the schema for the first time', { exact: false }).waitFor()
  const services = await readTable(tableOf(page, 'Services'))
  const known = (await read(`${API}/xsaServices`, 'viewer')).services
  expect(services.map(({ Service, Path }) => [Service, Path])).toEqual(
    known.map(({ name, path }: { name: string; path: string }) => [name, path]),
  )
  for (const path of ['/replicationStatus', '/sdiTasks'])
    await page.getByText((await read(`${API}${path}`, 'viewer')).reason).waitFor()
  const alerts = await read(`${API}/alerts`, 'viewer')
  const passed = alerts.checks.filter(({ status }: { status: string }) => status === 'ok').length
  expect(passed).toBe(6)
  await page.getByText(`6 checks passed. ${alerts.checks.length - passed} could not be run.`).waitFor()
  await page.getByText('Not all references between tables have been checked.').waitFor()
  await page.getByRole('button', { name: 'Check references' }).click()
  await page.getByText(/^All \d+ references are intact/).waitFor()
  await page.getByRole('button', { name: /^9 checks/ }).click()
  const checks = await readTable(tableOf(page, 'Alerts'))
  expect(checks.map(({ Check }) => Check)).toEqual(alerts.checks.map(({ id }: { id: string }) => id))
  expect(await accessibilityProblems(page)).toEqual([])
})

journey('what has grown, come and gone since somebody looked is told', async ({ open, read }) => {
  const page = await openCockpit(open, '', 'operator')
  await page.getByText('This browser sees the schema for the first time', { exact: false }).waitFor()
  const { tables } = await read(`${API}/tables?schema=main&pattern=saga_Film`, 'viewer')
  const [{ sizeBytes, columnCount }] = tables
  // As somebody would have left it two days ago.
  await page.evaluate(`{
    const key = Object.keys(localStorage).find((each) => each.startsWith('cockpit.seen.'))
    const [{ at, objects }] = JSON.parse(localStorage.getItem(key))
    const { saga_People, ...others } = objects
    const before = { ...others, old_table: [false, 3, null, 4_096], saga_Film: [false, ${columnCount - 2}, null, 0] }
    localStorage.setItem(key, JSON.stringify([{ at: at - 48 * 3_600_000, objects: before }]))
  }`)
  await page.reload()
  const changes = tableOf(page, 'Growth and changes')
  await changes.waitFor()
  const size = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })
  expect((await readTable(changes)).map(({ Object: name, Change, Size }) => [name, Change, Size])).toEqual([
    ['saga_Film', 'columns +2', `+${size.format(sizeBytes / 1_000)}`],
    ['old_table', 'gone', size.format(4.096)],
    ['saga_People', 'new', expect.any(String)],
  ])
  expect(await accessibilityProblems(page)).toEqual([])
})

journey('tables are found by a part of their name, and saved as a list', async ({ open, read }) => {
  const page = await openCockpit(open, '/tables', 'viewer')
  const caption = 'Tables and views of main'
  await tableOf(page, caption).waitFor()
  await page.getByRole('searchbox', { name: 'Part of a name' }).fill('people')
  await page.getByRole('option', { name: 'Tables', exact: true }).click()
  await page.getByText('5 entries').waitFor()
  const { tables } = await read(`${API}/tables?schema=main&pattern=*people*`, 'viewer')
  const names = tables.map(({ name }: { name: string }) => name).sort()
  const shown = await readTable(tableOf(page, caption))
  expect(shown.map(({ Name }) => Name).sort()).toEqual(names)
  const { name, text } = await saved(page, page.getByRole('button', { name: `Download as JSON: ${caption}` }))
  expect(name).toMatch(/^tables-main-\d{8}-\d{6}\.json$/)
  expect(
    JSON.parse(text)
      .map((row: { name: string }) => row.name)
      .sort(),
  ).toEqual(names)
  // What is chosen is in the address.
  await page.reload()
  await page.getByText('5 entries').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

journey('a newcomer finds at once how many nulls a column has, and what its values are', async ({ open, url }) => {
  const page = await openCockpit(open, '/tables', 'operator')
  await page.getByRole('table').getByRole('link', { name: 'saga_People', exact: true }).click()
  await tableOf(page, 'Rows of saga_People').waitFor()
  // Nothing is measured before somebody asks for it.
  await page.getByRole('option', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  const table = tableOf(page, 'Columns')
  const shown = await readTable(table)
  const { columns } = await ask(url, '/dataProfile', { table: 'saga_People', topValues: 12 })
  expect(shown.map((row) => row['NULL'])).toEqual(
    columns.map(({ nullCount, nullPercent }: { nullCount: number; nullPercent: number }) => {
      const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
      return `${percent.format(nullPercent / 100)} ${nullCount}`
    }),
  )
  expect(shown.find((row) => row['Column']!.startsWith('mass'))!['Notes']).toBe('mostly NULL')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('button', { name: /^gender\b/ }).click()
  const values = await readTable(tableOf(page, 'Most frequent values'))
  const gender = columns.find(({ name }: { name: string }) => name === 'gender')
  expect(values.map((row) => row['Value'])).toEqual(gender.topValues.map(({ value }: { value: string }) => value))
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()

  const { text } = await saved(page, page.getByRole('button', { name: 'Download as CSV: Columns' }))
  const [head, ...lines] = text.trimEnd().split('\r\n')
  expect(head).toMatch(/^name,nullCount,nullPercent,/)
  expect(lines).toHaveLength(columns.length)

  // A value leads to its rows.
  await page.getByRole('button', { name: /^gender\b/ }).click()
  await tableOf(page, 'Most frequent values').getByRole('link', { name: 'female', exact: true }).click()
  await page.getByRole('button', { name: /gender.*female/ }).waitFor()
  const female = gender.topValues.find(({ value }: { value: string }) => value === 'female')
  await page.getByText(`1 – 50 of ${female.count}`, { exact: true }).waitFor()
})

journey('numbers have a picture of their distribution, with its table beside it', async ({ open, url }) => {
  const page = await openCockpit(open, '/table/main/saga_Episode?tab=profile', 'operator')
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  await page.getByRole('button', { name: /^episode_number\b/ }).click()
  await page
    .getByRole('img', { name: /^Histogram of episode_number: 96 values from 1 to 12$/ })
    .last()
    .waitFor()
  const { columns } = await ask(url, '/dataProfile', {
    ...{ table: 'saga_Episode', columns: 'episode_number', topValues: 12, histogramBins: 24 },
  })
  const values = await readTable(tableOf(page, 'Most frequent values'))
  expect(values).toHaveLength(columns[0].topValues.length)
})

journey('rows are looked through page by page, chosen and ordered by the server', async ({ open, url }) => {
  const page = await openCockpit(open, '/table/main/saga_People?tab=rows', 'operator')
  const table = tableOf(page, 'Rows of saga_People')
  const rowsOf = async (question: object): Promise<string[]> =>
    (await ask(url, '/export', { table: 'saga_People', format: 'json', limit: 50, ...question })).rows.map(
      ({ name }: { name: string }) => name,
    )
  const names = async (): Promise<(string | undefined)[]> =>
    (await readTable(table)).map((row) => row['name NVARCHAR(100)'])
  expect(await names()).toEqual(await rowsOf({}))
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('51 – 100').waitFor()
  expect(await names()).toEqual(await rowsOf({ offset: 50 }))
  await page.getByRole('button', { name: /^name/ }).click()
  await page.getByText('1 – 50 of 227', { exact: true }).waitFor()
  expect(await names()).toEqual(await rowsOf({ orderBy: 'name' }))

  await page.getByRole('textbox', { name: 'Filter', exact: true }).fill("mass is not null and name like 'L%'")
  await page.keyboard.press('Enter')
  const chosen = await rowsOf({ where: "mass is not null and name like 'L%'", orderBy: 'name' })
  await page.getByText(`1 – ${chosen.length} of ${chosen.length}`, { exact: true }).waitFor()
  expect(await names()).toEqual(chosen)
  await page.getByRole('button', { name: 'Show row 1', exact: true }).click()
  await page.locator('ui5-dialog[open]').getByText(chosen[0]!, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('textbox', { name: 'Filter', exact: true }).fill('mass = = 1')
  await page.keyboard.press('Enter')
  await page.locator('.error-strip').getByText('Code INVALID_FILTER').waitFor()
})

journey('the records of any entity come from -data', async ({ open, read }) => {
  const page = await openCockpit(open, '/records', 'operator')
  const entity = page.getByRole('combobox', { name: 'Name' })
  await entity.fill('SagaEpisode.Shows')
  await page.keyboard.press('Enter')
  const rows = await readTable(tableOf(page, 'SagaEpisode.Shows'))
  const { value } = await read('/odata/v4/SagaEpisode/Shows?$orderby=ID&$top=50', 'operator')
  expect(rows.map((row) => row['title String'])).toEqual(value.map(({ title }: { title: string }) => title))
  const columns = await readTable(tableOf(page, 'Columns of SagaEpisode.Shows'))
  const described = await read("/odata/v4/-data/Entities('SagaEpisode.Shows')?$expand=columns", 'operator')
  expect(columns.map(({ Column }) => Column).sort()).toEqual(
    described.columns.map(({ name }: { name: string }) => name).sort(),
  )
  expect(await accessibilityProblems(page)).toEqual([])
})

journey('all of it fits a phone', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/saga_People', 'operator', { phone: true, dark: true })
  for (const [hash, sight] of [
    ['/table/main/saga_People?tab=structure', 'Definition'],
    ['/table/main/saga_People?tab=profile', 'Measure'],
    ['/table/main/saga_People?tab=checks', 'Duplicates'],
    ['/table/main/saga_People?tab=rows', '1 – 50'],
    ['/tables', 'saga_People'],
    ['/records/SagaFilm.People', '227 rows'],
  ] as const) {
    await page.goto(page.url().replace(/#.*/, `#${hash}`))
    await page
      .getByText(sight, { exact: sight.startsWith('saga') })
      .first()
      .waitFor()
    expect([hash, await sidewaysOverflow(page)]).toEqual([hash, 0])
    expect([hash, await accessibilityProblems(page)]).toEqual([hash, []])
  }
})
