/** Rows that leave as files and come from files, in a browser, each time held against what the API says. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from '../support/browser.ts'
import { ask, openCockpit, readTable, saved, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'
import { basic } from '../support/users.ts'

const files = mkdtempSync(join(tmpdir(), 'cockpit-files-'))
afterAll(() => {
  rmSync(files, { recursive: true })
})

const journey = startBrowser({
  env: { CDS_CONFIG: JSON.stringify({ admin: { files } }) },
  // The browser itself writes a line for every answer that is no success; a file that is there already is meant to be one.
  knownErrors: [/status of 400 \(Bad Request\)/],
})

/** Puts a file on the server, past the browser. */
const put = async (url: string, name: string, body: string): Promise<void> => {
  await fetch(`${url}/api/v1/files/${name}`, { method: 'PUT', headers: basic('admin'), body })
}

journey('an export is what its preview shows, is downloaded as a file, and deleted', async ({ open, read, url }) => {
  const page = await openCockpit(open, '/export?schema=main&table=saga_People&where=mass+is+not+null', 'operator')
  const preview = await readTable(tableOf(page, 'Preview'))
  expect(preview).toHaveLength(10)
  await page.getByRole('button', { name: 'Export', exact: true }).last().click()
  const { name, text } = await saved(page, page.getByRole('button', { name: /^Download \(/ }))
  expect(name).toMatch(/^saga_People-\d{8}-\d{6}\.csv$/)
  const body = { table: 'saga_People', where: 'mass is not null', format: 'csv' }
  expect(text).toBe((await ask(url, '/export', body)).content)
  await page.getByText('72 rows', { exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.goto(page.url().replace(/#.*/, '#/operations'))
  const [operation] = await readTable(tableOf(page, 'Operations'))
  expect(operation).toMatchObject({ Operation: 'export', Object: 'main.saga_People', Status: 'succeeded', Rows: '72' })
  const download = page.getByRole('button', { name: 'Download the file of export' })
  const again = await saved(page, download)
  expect(again.text).toBe(text)
  expect(await accessibilityProblems(page)).toEqual([])

  const { operations } = await read('/api/v1/operations', 'operator')
  const { operationId } = operations.find(({ background }: { background: boolean }) => background)
  const statusOf = async (): Promise<number> =>
    (await fetch(`${url}/api/v1/operations/${String(operationId)}/file`, { headers: basic('operator') })).status
  const remove = page.getByRole('button', { name: 'Delete the file of export' })
  await remove.click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  expect(await statusOf()).toBe(200)
  await remove.click()
  await page.getByText('Delete the file that export has written? This cannot be undone.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await download.waitFor({ state: 'detached' })
  expect(await statusOf()).toBe(404)

  const headers = { ...basic('operator'), 'Content-Type': 'application/json', Prefer: 'respond-async' }
  const profile = JSON.stringify({ table: 'saga_Film', columns: 'title' })
  await fetch(`${url}/api/v1/dataProfile`, { method: 'POST', headers, body: profile })
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await page.getByRole('button', { name: 'Result of dataProfile' }).click()
  await page.getByText(/"distinctCount": \d/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

const HEAD = 'up__name,name,type,isKey,colour'
const GOOD = ['saga.Film,x,cds.String,true,red', 'saga.Film,y,cds.String,false,blue']
const BAD = ['saga.Film,x,cds.String,true,twice', 'saga.Film,z,cds.String,perhaps,green']

journey('a newcomer loads a CSV file, and sees what happened to its bad lines', async ({ open, read, url }) => {
  await ask(url, '/tableCopy', { sourceTable: 'saga_Entities_columns', targetTable: 'target' }, 'admin')
  // Of an attempt before this one.
  await fetch(`${url}/api/v1/files/My%20list.csv`, { method: 'DELETE', headers: basic('admin') })
  const rowsOf = async (): Promise<string[]> =>
    (await ask(url, '/export', { table: 'target', format: 'json' })).rows.map(({ name }: { name: string }) => name)
  const page = await openCockpit(open, '/import', 'admin')
  const csv = [HEAD, ...GOOD, ...BAD, ''].join('\n')
  const upload = page.locator('input[type=file]')
  await upload.setInputFiles({ name: 'My list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('My list.csv is on the server').waitFor()
  expect((await read('/api/v1/files', 'admin')).files).toContainEqual(
    expect.objectContaining({ name: 'My list.csv', sizeBytes: csv.length }),
  )
  await page.waitForLoadState('networkidle') // the tables to choose from are there
  await page.getByRole('combobox', { name: 'Table' }).fill('target')
  await page.keyboard.press('Enter')
  await tableOf(page, 'Preview').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'Check first' }).click()
  await page.getByRole('heading', { name: 'Result of the check: nothing was changed' }).waitFor()
  const bad = await readTable(tableOf(page, 'Bad rows'))
  expect(bad.map((row) => [row['Line'], row['Text of the line']])).toEqual([
    ['4', BAD[0]],
    ['5', BAD[1]],
  ])
  const mapping = await readTable(tableOf(page, 'Column mapping'))
  expect(mapping.map((row) => [row['Column of the file'], row['Column of the table']])).toEqual([
    ['up__name', 'up__name'],
    ['name', 'name'],
    ['type', 'type'],
    ['isKey', 'isKey'],
    ['colour', '–'],
  ])
  expect(await rowsOf()).toEqual([])
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Nothing was changed.').waitFor()
  expect(await rowsOf()).toEqual([])

  await page.getByRole('option', { name: 'Leave them out' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  expect(await rowsOf()).toEqual(['x', 'y'])
  const { text } = await saved(page, page.getByRole('button', { name: 'Download as CSV: Bad rows' }))
  expect(text.split('\r\n')).toHaveLength(4)
  await page.getByRole('link', { name: 'Show the rows of the table' }).click()
  const shown = await readTable(tableOf(page, 'Rows of target'))
  expect(shown.map((row) => row['name NVARCHAR(255)'])).toEqual(['x', 'y'])
})

journey(
  'columns of other names go where one says, and rows that do not fit come back mended',
  async ({ open, url }) => {
    await put(url, 'seed.csv', 'up__name,name,type,isKey\n')
    for (const name of ['Kunden.csv', 'Kunden.rejected.csv', 'mended.csv'])
      await fetch(`${url}/api/v1/files/${name}`, { method: 'DELETE', headers: basic('admin') })
    const target = `wizard${Date.now()}`
    await ask(url, '/tableCopy', { sourceTable: 'saga_Entities_columns', targetTable: target }, 'admin')
    const rowsOf = async (): Promise<unknown> => (await ask(url, '/export', { table: target, format: 'json' })).rows
    const page = await openCockpit(open, `/import?schema=main&table=${target}`, 'admin')
    const csv = 'name;Typ;Tabelle;Schlüssel\nx;cds.String;saga.Film;ja\ny;cds.Date;saga.Film;vielleicht\n'
    const upload = page.locator('input[type=file]')
    await upload.setInputFiles({ name: 'Kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const goesTo = (name: string) => page.getByRole('combobox', { name: `Column of the table for ${name}` })
    await goesTo('Typ').waitFor()
    // By name alone: nothing is put anywhere for its place.
    for (const name of ['Typ', 'Tabelle', 'Schlüssel']) expect(await goesTo(name).inputValue()).toBe('')
    expect(await goesTo('name').inputValue()).toBe('name')
    await goesTo('Typ').selectOption('type')
    await goesTo('Tabelle').selectOption('up__name')
    await goesTo('Schlüssel').selectOption('isKey')
    await page.getByText('File format', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Values read as true' }).fill('ja')
    await page.getByRole('textbox', { name: 'Values read as false' }).fill('nein')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Check first' }).click()
    await page.getByRole('heading', { name: 'Result of the check: nothing was changed' }).waitFor()
    const [bad, ...others] = await readTable(tableOf(page, 'Bad rows'))
    expect([bad?.['Line'], bad?.['Column'], bad?.['Value'], others]).toEqual(['3', 'isKey', 'vielleicht', []])
    const mapping = await readTable(tableOf(page, 'Column mapping'))
    expect(mapping.map((row) => [row['Column of the file'], row['Column of the table']])).toEqual([
      ['name', 'name'],
      ['Typ', 'type'],
      ['Tabelle', 'up__name'],
      ['Schlüssel', 'isKey'],
    ])
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('option', { name: 'Leave them out' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'Imported' }).waitFor()
    const row = { up__name: 'saga.Film', isKey: true }
    expect(await rowsOf()).toMatchObject([{ ...row, name: 'x', type: 'cds.String' }])
    const kept = await saved(page, page.getByRole('button', { name: 'Download these rows (Kunden.rejected.csv)' }))
    expect(kept.text).toBe('name;Typ;Tabelle;Schlüssel\r\ny;cds.Date;saga.Film;vielleicht\r\n')
    // What was said about the columns holds for the mended rows as well.
    await put(url, 'Kunden.rejected.csv?overwrite=true', kept.text.replace('vielleicht', 'nein'))
    await page.getByRole('button', { name: 'Import them' }).click()
    await page.getByText('Kunden.rejected.csv is on the server').waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Every row fits.').waitFor()
    expect(await rowsOf()).toMatchObject([
      { ...row, name: 'x' },
      { ...row, name: 'y', type: 'cds.Date', isKey: false },
    ])
  },
)

journey(
  'a file that is there is replaced only when asked for, and deleted only when sure',
  async ({ open, read, url }) => {
    await put(url, 'twice.csv', 'old')
    const page = await openCockpit(open, '/import', 'admin')
    const file = { name: 'twice.csv', mimeType: 'text/csv', buffer: Buffer.from('newer') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('A file of this name is there already.').waitFor()
    await page.getByRole('button', { name: 'Replace it' }).click()
    await page.getByText('twice.csv is on the server (5 bytes).').waitFor()

    await page.goto(page.url().replace(/#.*/, '#/operations'))
    await page.getByRole('button', { name: 'Delete twice.csv' }).click()
    await page.getByText('Delete twice.csv? This cannot be undone.').waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    const names = async (): Promise<string[]> =>
      (await read('/api/v1/files', 'admin')).files.map(({ name }: { name: string }) => name)
    expect(await names()).toContain('twice.csv')
    await page.getByRole('button', { name: 'Delete twice.csv' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete twice.csv' }).waitFor({ state: 'detached' })
    expect(await names()).not.toContain('twice.csv')
  },
)

journey('all of it fits a phone, in the dark', async ({ open }) => {
  const page = await openCockpit(open, '/export?schema=main&table=saga_Film', 'admin', { phone: true, dark: true })
  for (const [hash, sight] of [
    ['/export?schema=main&table=saga_Film', 'The first rows of what will be exported.'],
    ['/import', 'Columns are matched by'],
    ['/operations', 'Uploads for import'],
  ] as const) {
    await page.goto(page.url().replace(/#.*/, `#${hash}`))
    await page.getByText(sight).first().waitFor()
    expect([hash, await sidewaysOverflow(page)]).toEqual([hash, 0])
    expect([hash, await accessibilityProblems(page)]).toEqual([hash, []])
  }
})
