/** The cockpit on a file of SQLite that is not Saga's: names, types and values as strangers have them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { ask, openCockpit, readTable, saved, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems } from '../support/page-problems.ts'

const folder = mkdtempSync(join(tmpdir(), 'strange-'))
const file = join(folder, 'strange.sqlite')
const LONG = 1_000_000

beforeAll(() => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(`
    CREATE TABLE "it's ""quoted""" ("a ""b""" INTEGER PRIMARY KEY, "c'd" TEXT, "%" TEXT, "[x]" TEXT);
    INSERT INTO "it's ""quoted""" VALUES (1, 'o''brien', '50%', '[1]'), (2, '"', '_', '');
    CREATE TABLE "dots.in.name" ("id.1" INTEGER PRIMARY KEY, "1st" TEXT);
    INSERT INTO "dots.in.name" VALUES (1, 'one');
    CREATE TABLE "😀/?#&=%20 <b>" ("🔑" TEXT PRIMARY KEY, x) WITHOUT ROWID;
    INSERT INTO "😀/?#&=%20 <b>" VALUES ('😀', 1), ('b', x'00ff');
    CREATE TABLE generated (a INT, b INT, sum INT AS (a + b), product INT AS (a * b) STORED);
    INSERT INTO generated VALUES (1, 2);
    CREATE TABLE numbers (id INTEGER PRIMARY KEY, r REAL, d DECIMAL(9, 2), day DATE);
    INSERT INTO numbers VALUES (1, 1e400, 'abc', '2024-02-30'), (2, -1e400, 12.5, '-0044-03-15');
    CREATE TABLE parent (x TEXT, y INTEGER, PRIMARY KEY (x, y));
    INSERT INTO parent VALUES ('it''s', 1), ('b', 2);
    CREATE TABLE child (id INTEGER PRIMARY KEY, x TEXT, y INTEGER, up INTEGER REFERENCES child, FOREIGN KEY (x, y) REFERENCES parent (x, y));
    INSERT INTO child VALUES (1, 'it''s', 1, NULL), (2, 'gone', 9, 1);
    CREATE TABLE many (id INTEGER PRIMARY KEY, child INTEGER REFERENCES child);
    INSERT INTO many WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1000) SELECT x, 1 FROM n;
    CREATE TABLE bare (a, b DATE);
    INSERT INTO bare VALUES (' ', NULL), ('', NULL);
    CREATE TABLE long (id INTEGER PRIMARY KEY, t TEXT, b BLOB);
    INSERT INTO long VALUES (1, replace(hex(zeroblob(${LONG / 2})), '0', 'x'), zeroblob(${LONG}));
    CREATE TABLE wide (${Array.from({ length: 1_000 }, (_, index) => `"column ${index}" TEXT`).join(', ')});
    INSERT INTO wide ("column 0") VALUES ('x');
    CREATE VIRTUAL TABLE words USING fts5(title, body);
    INSERT INTO words VALUES ('it''s', 'some words');
    CREATE VIRTUAL TABLE boxes USING rtree(id, low, high);
    INSERT INTO boxes VALUES (1, 0, 1);
    CREATE VIEW "view ""😀""" AS SELECT id + 1 AS next, x FROM child;
  `)
  database.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const journey = startBrowser({ env: { CDS_REQUIRES_DB_CREDENTIALS_URL: file } })

/** The others are forms until somebody starts them. */
const TABS = ['rows', 'structure', 'lineage'] as const
const addressOf = (table: string, tab = 'rows'): string => `/table/main/${encodeURIComponent(table)}?tab=${tab}`
const show = async (page: Page, hash: string): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
}

journey('every table and view is shown, on the pages of it', async ({ open, read }) => {
  const { tables } = await read('/api/v1/tables?schema=main', 'viewer')
  const { views } = await read('/api/v1/views?schema=main', 'viewer')
  const names: string[] = [...tables, ...views].map(({ name }: { name: string }) => name)
  expect(names).toHaveLength(14)
  const page = await openCockpit(open, '/tables', 'operator')
  for (const name of names)
    for (const tab of TABS) {
      await show(page, addressOf(name, tab))
      await page.getByRole('heading', { name, exact: false }).first().waitFor()
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
      if (tab === 'rows') await tableOf(page, `Rows of ${name}`).waitFor()
      expect([name, tab, await page.locator('.error-strip').allInnerTexts()]).toEqual([name, tab, []])
    }
})

journey('a key of two columns leads to the row that it names', async ({ open }) => {
  const page = await openCockpit(open, addressOf('child'), 'operator')
  await page.getByRole('link', { name: "it's", exact: true }).click()
  await page.getByRole('heading', { name: 'parent' }).waitFor()
  await page
    .getByRole('button', { name: /^Remove the filter: / })
    .first()
    .waitFor()
  const rows = await readTable(tableOf(page, 'Rows of parent'))
  expect(rows.map((row) => Object.values(row).slice(1))).toEqual([["it's", '1']])
})

journey('a page of rows has the beginning of long values; what is copied and saved is whole', async ({ open }) => {
  const page = await openCockpit(open, '/tables', 'operator')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/export')),
    show(page, addressOf('long')),
  ])
  expect((await answer.body()).length).toBeLessThan(5_000)
  await page.locator('[data-cell="0:1"]').click()
  await page.getByRole('button', { name: 'Copy the value of t' }).click()
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('x'.repeat(LONG))
  const { text } = await saved(page, page.getByRole('button', { name: /^Download as JSON/ }))
  expect((JSON.parse(text) as { t: string }[])[0]?.t).toHaveLength(LONG)
})

journey('an empty text that is chosen stays so', async ({ open, url }) => {
  const page = await openCockpit(open, addressOf(`it's "quoted"`), 'operator')
  await page.getByRole('button', { name: 'Filter [x]' }).click()
  await page.getByRole('checkbox', { name: /empty text/ }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('1 – 1 of 1').waitFor()
  const told = await ask(url, '/export', { table: `it's "quoted"`, format: 'json', where: `"[x]" = ''` })
  expect(told.rowCount).toBe(1)
})

journey('what cannot be compared is no fault of the server', async ({ open }) => {
  const hash = `/compare?schema1=main&table1=numbers&schema2=main&table2=${encodeURIComponent(`it's "quoted"`)}`
  const page = await openCockpit(open, hash, 'operator')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const alert = page.locator('.error-strip').getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toMatch(/^The request is not valid/)
})

journey('forms for a table of a thousand columns list a hundred, and take any of them', async ({ open }) => {
  const page = await openCockpit(open, '/tables', 'operator')
  for (const form of ['export', 'duplicates']) {
    await show(page, `/${form}?schema=main&table=wide`)
    const columns = page.getByRole('combobox', { name: /^Columns/ })
    await page.getByText('100 of 1,000 columns are listed').waitFor()
    await columns.pressSequentially('column 999')
    await page.getByRole('option', { name: 'column 999' }).click()
    await page.waitForURL(/columns=column\+999/)
  }
})

journey('the page of a table tells which index it lacks', async ({ open }) => {
  const page = await openCockpit(open, addressOf('many', 'structure'), 'operator')
  await page.getByText('Rows are looked for by child, and no index begins with that:').waitFor()
  await page.getByText('CREATE INDEX "main"."many_by_child" ON "many" ("child")').waitFor()
})

journey('blanks can be told from empty text', async ({ open }) => {
  const page = await openCockpit(open, addressOf('bare'), 'operator')
  const rows = await readTable(tableOf(page, 'Rows of bare'))
  expect(rows.map((row) => row['a'])).toEqual(['1 blank character', 'empty text'])
})

journey('a view that cannot be read shows its statement', async ({ open, expectErrors }) => {
  expectErrors(/status of 400 \(Bad Request\)/)
  const run = (sql: string): void => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }
  run('CREATE VIEW IF NOT EXISTS "broken_%" AS SELECT gone FROM bare')
  const page = await openCockpit(open, addressOf('broken_%'), 'operator')
  await page.locator('.error-strip').getByText('it names something that does not exist').waitFor()
  expect(await page.locator('pre').innerText()).toContain('SELECT gone FROM bare')
  expect(await accessibilityProblems(page)).toEqual([])
  run('DROP VIEW "broken_%"')
})
