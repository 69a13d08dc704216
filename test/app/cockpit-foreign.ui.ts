/** Rows out of, into and within a file of SQLite that another program has made: every format, and what is wrong with them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { ask, openCockpit, readTable, tableOf, tick } from '../support/cockpit.ts'
import { accessibilityProblems } from '../support/page-problems.ts'
import { untilTrue } from '../support/until-true.ts'

const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
const file = join(folder, 'foreign.sqlite')
const READINGS = 120_000
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

beforeAll(() => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, mail VARCHAR(80) UNIQUE, born DATE, since TIMESTAMP, balance DECIMAL(12, 2) DEFAULT 0, vip BOOLEAN);
    INSERT INTO customers (name, mail, born, since, balance, vip) VALUES
      ('Ann', 'ann@x.org', '1990-01-02', '2024-01-02 03:04:05.123456+02:00', 12.5, 1),
      ('Bob; "the, boss"', NULL, NULL, '2024-01-02T03:04:05Z', -3, 0),
      ('=Zoë' || char(10) || 'of two lines', 'zoë@x.org', '2000-02-29', NULL, NULL, NULL);
    CREATE TABLE "order lines" ("order no" INTEGER, "line-no" INTEGER, customer INTEGER REFERENCES customers, product INTEGER REFERENCES products (id), note TEXT, picture BLOB, anything, PRIMARY KEY ("order no", "line-no")) WITHOUT ROWID;
    INSERT INTO "order lines" VALUES (1, 1, 1, 7, '', x'', x''), (1, 2, 1, 8, 'x', x'00ff', x'00ff'), (2, 1, 2, 9, NULL, NULL, 'text'), (3, 1, 3, 1, 'z', x'4142', 5);
    CREATE TABLE readings (at TIMESTAMP, level REAL);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${READINGS})
      INSERT INTO readings SELECT datetime('2024-01-01', '+' || i || ' minutes'), i % 100 FROM n;
    CREATE TABLE notes (id INTEGER PRIMARY KEY, data TEXT, picture BLOB);
    INSERT INTO notes VALUES (1, '{"no":12345678901234567890,"a":["x  y"]}', x'${Buffer.from(PICTURE, 'base64').toString('hex')}');
    CREATE VIEW rich AS SELECT id, name, balance FROM customers WHERE balance > 0;
    -- Each row takes a while, on every machine: nobody who presses "Cancel" comes too late.
    CREATE VIEW slow AS SELECT at, (WITH RECURSIVE n (i) AS (SELECT readings.rowid UNION ALL SELECT i + 1 FROM n WHERE i < readings.rowid + 2000) SELECT sum(i) FROM n) AS work FROM readings;
  `)
  database.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const journey = startBrowser({
  env: {
    CDS_REQUIRES_DB_CREDENTIALS_URL: file,
    // Nobody presses so many buttons in a minute.
    CDS_CONFIG: JSON.stringify({
      admin: { files: join(folder, 'files'), schemas: join(folder, 'schemas'), rateLimit: { requests: 10_000 } },
    }),
  },
  // The browser itself writes a line for every answer that is no success: a file that does not fit is meant to be none.
  knownErrors: [/status of 400 \(Bad Request\)/, /status of 404 \(Not Found\) \(.*\/table\?/],
})

const show = async (page: Page, hash: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
}

interface SavedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** What the export page makes of a table, as it is on the disk of who asked. */
const exportBy = async (page: Page, table: string, format: string): Promise<SavedFile> => {
  await show(page, `/export?schema=main&table=${encodeURIComponent(table)}`)
  await tableOf(page, 'Preview').waitFor()
  await page.getByRole('option', { name: format, exact: true }).click()
  await tick(page, /^For an import of this server/)
  await page.getByRole('button', { name: 'Export', exact: true }).last().click()
  const button = page.getByRole('button', { name: /^Download \(/ })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const buffer = await readFile(await download.path())
  await page.getByRole('button', { name: 'Another file' }).click()
  return { name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer }
}

const upload = async (page: Page, table: string, saved: SavedFile): Promise<void> => {
  await show(page, `/import?schema=main&table=${encodeURIComponent(table)}`)
  await page.locator('input[type=file]').setInputFiles(saved)
  const isThere = page.getByRole('button', { name: 'Replace it' })
  await page.getByText(`${saved.name} is on the server`).or(isThere).waitFor()
  if (await isThere.isVisible()) await isThere.click()
  await page.getByText(`${saved.name} is on the server`).waitFor()
}

/** Tables of an attempt before this one are there still. */
let copies = 0

const FORMATS = ['CSV', 'JSON lines', 'JSON', 'Excel'] as const

journey('a table comes back from each format as it went there', async ({ open, url }) => {
  const page = await openCockpit(open, '/overview', 'admin')
  const rowsOf = async (table: string): Promise<unknown> =>
    (await ask(url, '/export', { table, format: 'json' }, 'admin')).rows
  for (const table of ['customers', 'order lines']) {
    for (const format of FORMATS) {
      const saved = await exportBy(page, table, format)
      const copy = `${table} of ${format} ${++copies}`
      await show(page, `/clone?schema=main&table=${encodeURIComponent(table)}`)
      await page.getByRole('textbox', { name: 'Name of the new table' }).fill(copy)
      const withRows = page.getByRole('checkbox', { name: 'With rows' })
      if (await withRows.isChecked()) await withRows.click()
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('button', { name: 'Copy now' }).click()
      await page.getByText(`${copy} was created with 0 rows.`).waitFor()
      await page.getByRole('navigation', { name: 'Database' }).getByRole('link', { name: copy, exact: true }).waitFor()

      await upload(page, copy, saved)
      await tick(page, /^The file was exported for an import/)
      await page.getByRole('button', { name: 'Check first' }).click()
      await page.getByText('Every row fits.').waitFor()
      expect([copy, await rowsOf(copy)]).toEqual([copy, []])
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('heading', { name: 'Imported' }).waitFor()
      expect([copy, await rowsOf(copy)]).toEqual([copy, await rowsOf(table)])
    }
  }
})

journey('a long export is watched and cancelled, and leaves no file', async ({ open, read }) => {
  const page = await openCockpit(open, '/export?schema=main&table=slow', 'operator')
  await tableOf(page, 'Preview').waitFor()
  await page.getByRole('option', { name: 'Excel' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).last().click()
  await page.getByText(/^\d[\d,]+ rows$/).waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('The operation was cancelled on request').waitFor()
  const { operations } = await read('/api/v1/operations', 'operator')
  const exported = operations.find(({ background }: { background: boolean }) => background)
  expect([exported.status, exported.error.code]).toEqual(['cancelled', 'OPERATION_CANCELLED'])
  expect(exported.rowsDone).toBeLessThan(READINGS)
  const listed = (await read('/api/v1/files', 'admin')).files.map(({ name }: { name: string }) => name)
  expect(listed.filter((name: string) => name.endsWith('.xlsx') && name.includes('slow'))).toEqual([])
})

journey('what does not fit is told line by line, and left out when one says so', async ({ open, url }) => {
  const page = await openCockpit(open, '/import?schema=main&table=customers', 'admin')
  const lines = [
    'id;name;mail;born;colour',
    '10;Dan;dan@x.org;2001-02-03;red',
    '11;;none@x.org;;',
    '12;Eve;ann@x.org;"";',
  ]
  const buffer = Buffer.from([...lines, 'x;Fay;fay@x.org;2001-02-30;'].join('\n'))
  await upload(page, 'customers', { name: 'people.csv', mimeType: 'text/csv', buffer })
  // That semicolons stand between the fields is seen from the file.
  const columns = ['id', 'name', 'mail', 'born', 'colour']
  const goesTo = (name: string) => page.getByRole('combobox', { name: `Column of the table for ${name}` })
  await goesTo('born').waitFor()
  const preview = await readTable(tableOf(page, 'Preview'))
  expect(preview.map((row) => row['Column of the file'])).toEqual(columns)
  for (const name of columns) expect(await goesTo(name).inputValue()).toBe(name === 'colour' ? '' : name)
  // As the import reads them: nothing is NULL, two quotes are a text that is empty.
  expect([preview[1]?.['First values'], preview[3]?.['First values']]).toEqual([
    'Dan NULL Eve Fay',
    '2001-02-03 NULL empty text 2001-02-30',
  ])
  await page.getByRole('button', { name: 'Check first' }).click()
  await page.getByRole('heading', { name: 'Result of the check: nothing was changed' }).waitFor()
  const bad = await readTable(tableOf(page, 'Bad rows'))
  expect(bad.map((row) => row['Line'])).toEqual(['3', '4', '5'])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('option', { name: 'Leave them out' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  const { rows } = await ask(url, '/export', { table: 'customers', format: 'json', where: 'id >= 10' })
  expect(rows).toMatchObject([{ id: 10, name: 'Dan', born: '2001-02-03' }])
})

journey('the model without its tables says so, and leads on', async ({ open }) => {
  const page = await openCockpit(open, '/records/SagaFilm.Film', 'operator')
  await page.getByText('The tables of the application are not in this database').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Tables and views that are here' }).click()
  await tableOf(page, 'Tables and views of main').waitFor()
})

journey('a key to a table that does not exist leads nowhere, and bytes are no text', async ({ open }) => {
  const page = await openCockpit(open, `/table/main/${encodeURIComponent('order lines')}?tab=rows`, 'operator')
  const rows = await readTable(tableOf(page, 'Rows of order lines'))
  expect(rows[0]).toMatchObject({
    'note TEXT': 'empty text',
    'picture BLOB': 'empty (0 bytes)',
    anything: 'empty (0 bytes)',
  })
  const grid = page.locator('.grid')
  await grid.getByRole('link', { name: '3', exact: true }).waitFor()
  expect(await grid.getByRole('link', { name: '9', exact: true }).count()).toBe(0)
  const names = await page
    .locator('main section[aria-label], main [role=region]')
    .evaluateAll((parts) =>
      (parts as unknown as { getAttribute: (name: string) => string | null }[]).map((part) =>
        part.getAttribute('aria-label'),
      ),
    )
  expect(names).toEqual(['Rows of order lines', 'Table: Rows of order lines'])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Show row 1' }).click()
  await page.getByText('→ products').waitFor()
  await page.getByText('(this table does not exist)').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(page.url().replace('tab=rows', 'tab=structure'))
  const references = await readTable(tableOf(page, 'References'))
  expect(references.map((row) => row['Refers to'])).toEqual(['products (id) does not exist', 'customers (id)'])
  expect(await page.getByRole('table', { name: 'References' }).getByRole('link').count()).toBe(1)
})

journey('JSON is read line by line, and a picture is seen', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/notes?tab=rows', 'operator')
  await page.getByRole('button', { name: 'Show row 1' }).click()
  const json = page.locator('.row-values .json')
  await json.waitFor()
  const lines = ['{', '  "no": 12345678901234567890,', '  "a": [', '    "x  y"', '  ]', '}', '']
  expect(await json.textContent()).toBe(lines.join('\n'))
  expect(await json.locator('.invisible').count()).toBe(2)
  await page.getByRole('img', { name: 'Picture of 70 bytes' }).waitFor()
  await untilTrue(page, 'document.querySelector(".row-values .picture").naturalWidth === 1')
  expect(await accessibilityProblems(page)).toEqual([])
})

journey('a large series is calculated when asked for, a small one at once', async ({ open }) => {
  const page = await openCockpit(open, '/timeseries?table=readings', 'operator')
  const start = page.getByRole('button', { name: 'Calculate' })
  await start.waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.locator('.series-line').count()).toBe(0)
  await start.click()
  await page.locator('.series-line').first().waitFor()
  expect(await start.count()).toBe(0)
  await show(page, '/timeseries?table=customers')
  await page.getByRole('heading', { name: /^balance: number of values/ }).waitFor()
})

journey('a series is of the schema that the address names, and another one can be chosen', async ({ open, url }) => {
  const { success, code } = await ask(
    url,
    '/schemaClone',
    { source: 'main', target: 'later', includeData: true },
    'admin',
  )
  // Of an attempt before this one.
  expect(success || code).toBe(code === 'TARGET_EXISTS' ? code : true)
  const page = await openCockpit(open, '/overview', 'operator')
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.postData()?.includes('"aggregate"') ?? false),
    show(page, '/timeseries?schema=later&table=customers'),
  ])
  expect(request.postDataJSON()).toMatchObject({ schema: 'later', table: 'customers' })
  await page.getByRole('heading', { name: /^balance: number of values/ }).waitFor()
  await show(page, '/timeseries?schema=later')
  const link = page.getByRole('main').getByRole('link', { name: 'readings', exact: true })
  expect(await link.getAttribute('href')).toContain('schema=later')
  await page.getByRole('combobox', { name: 'Schema' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})
