/** Rows changed where they are seen: typed, pasted, chosen, deleted; looked at before, and never over what another has written. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { Locator, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { ask, openCockpit, readTable, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'

const folder = mkdtempSync(join(tmpdir(), 'edited-'))
const file = join(folder, 'edited.sqlite')

const withDatabase = <T>(use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(file)
  try {
    return use(database)
  } finally {
    database.close()
  }
}
const stored = (sql: string): Record<string, SQLOutputValue>[] =>
  withDatabase((database) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row })),
  )

beforeAll(() => {
  withDatabase((database) => {
    database.exec('PRAGMA journal_mode = wal')
    database.exec(`
      CREATE TABLE owners (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL);
      INSERT INTO owners VALUES (1, 'Ann'), (2, 'Bob'), (77, 'Zoë of the hills');
      CREATE TABLE pets (id INTEGER PRIMARY KEY, name VARCHAR(40), weight DECIMAL(6, 2) CHECK (weight < 900), born DATE, owner INTEGER REFERENCES owners, tags JSON, picture BLOB, story TEXT, label VARCHAR(60) GENERATED ALWAYS AS (name || '!') VIRTUAL);
      CREATE TABLE keyless (a INTEGER, b TEXT);
      INSERT INTO keyless VALUES (1, 'x');
      CREATE VIEW heavy AS SELECT * FROM pets WHERE weight > 100;
      CREATE TABLE saga_Planet (ID VARCHAR(36) PRIMARY KEY, name VARCHAR(80));
      INSERT INTO saga_Planet VALUES ('p1', 'Tatooine');
    `)
  })
})
beforeEach(() => {
  withDatabase((database) => {
    database.exec(`
      DELETE FROM pets;
      INSERT INTO pets (id, name, weight, born, owner, tags, picture, story) VALUES
        (1, 'Rex', 12.5, '2020-01-02', 1, '{"kind":"dog"}', x'00ff', 'A long' || char(10) || 'story'),
        (2, 'Mia', 4, '2021-05-06', 2, NULL, NULL, ''),
        (3, 'Bo', NULL, NULL, NULL, NULL, NULL, NULL);
    `)
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const journey = startBrowser({
  env: {
    CDS_REQUIRES_DB_CREDENTIALS_URL: file,
    CDS_CONFIG: JSON.stringify({
      admin: { files: join(folder, 'files'), schemas: join(folder, 'schemas'), rateLimit: { requests: 10_000 } },
    }),
  },
  // The browser itself writes a line for every answer that is no success: what somebody else has changed is meant to be none.
  knownErrors: [/status of 409 \(Conflict\)/, /status of 400 \(Bad Request\)/],
})

const edit = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit rows', exact: true }).click()
  await page.getByRole('toolbar', { name: 'Edit rows' }).waitFor()
}
const cellOf = (page: Page, row: number, column: number): Locator => page.locator(`[data-cell="${row}:${column}"]`)
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const review = async (page: Page): Promise<Locator> => {
  await button(page, 'Review').click()
  const dialog = page.locator('ui5-dialog[open]')
  await dialog.getByRole('button', { name: /^Save/ }).waitFor()
  return dialog
}
const save = async (page: Page): Promise<void> => {
  const dialog = await review(page)
  await dialog.getByText('Nothing has been changed yet.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await page.getByText(/changes? saved/).waitFor()
}
/** What a spreadsheet puts there: the clipboard of the machine belongs to no test. */
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('.grid').dispatchEvent(event)
  }`)

journey(
  'cells are edited by keyboard alone, looked at as statements, and saved together',
  async ({ open, expectErrors }) => {
    const page = await openCockpit(open, '/table/main/pets', 'admin')
    await edit(page)
    await cellOf(page, 0, 1).click()
    await page.keyboard.press('F2')
    const cell = page.getByRole('textbox', { name: 'name, row 1' })
    await cell.waitFor()
    expect(await cell.inputValue()).toBe('Rex')
    await page.keyboard.type('Rexi')
    await page.keyboard.press('Tab')
    const weight = page.getByRole('textbox', { name: 'weight, row 1' })
    await weight.fill('13.25')
    await page.keyboard.press('Enter')
    await button(page, 'Undo').waitFor()
    await page.getByText('1 change', { exact: true }).waitFor()
    // Escape leaves a cell as it was.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    expect(await cellOf(page, 0, 2).innerText()).toBe('13.25')
    expect(stored('SELECT name FROM pets WHERE id = 1')).toEqual([{ name: 'Rex' }])
    expect(await accessibilityProblems(page)).toEqual([])

    const dialog = await review(page)
    await dialog.getByText('UPDATE', { exact: false }).first().waitFor()
    expect(await readTable(dialog.getByRole('table', { name: 'Change 1: the row' }))).toEqual([
      { Column: 'name', Now: 'Rex', 'As you want it': 'Rexi' },
      { Column: 'weight', Now: '12.50', 'As you want it': '13.25' },
    ])
    expect(await accessibilityProblems(page)).toEqual([])
    // Where too much runs, the page waits until there is room.
    expectErrors(/429 \(Too Many Requests\)/)
    const busy = { success: false, error: 'Too many operations at a time', code: 'TOO_MANY_OPERATIONS', details: '' }
    await page.route('**/api/v1/rows', (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: busy }), { times: 1 }) // prettier-ignore
    await dialog.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('1 change saved').waitFor()
    expect(stored('SELECT name, weight FROM pets WHERE id = 1')).toEqual([{ name: 'Rexi', weight: 13.25 }])
    await page.getByText('0 changes', { exact: true }).waitFor()
  },
)

journey('rows are added, duplicated, deleted and brought back before anything is saved', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin')
  await edit(page)
  await cellOf(page, 1, 1).click()
  await button(page, 'Duplicate').click()
  await cellOf(page, 3, 1).getByText('Mia').waitFor()
  await button(page, 'Add row').click()
  // Typing goes on in the new row.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'name, row 5' }).fill('Kim')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Select row 1' }).check()
  await page.getByRole('checkbox', { name: 'Select row 3' }).check()
  await button(page, 'Delete 2 rows').click()
  await page.getByText('4 changes', { exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await button(page, 'Undo').click()
  await page.getByText('2 changes', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select row 3' }).check()
  await button(page, 'Delete 1 row').click()
  await save(page)
  expect(stored('SELECT id, name, weight, born FROM pets ORDER BY id')).toEqual([
    { id: 1, name: 'Rex', weight: 12.5, born: '2020-01-02' },
    { id: 2, name: 'Mia', weight: 4, born: '2021-05-06' },
    { id: 4, name: 'Mia', weight: 4, born: '2021-05-06' },
    { id: 5, name: 'Kim', weight: null, born: null },
  ])
})

journey('a block of a spreadsheet is pasted, over rows and after them', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin')
  await edit(page)
  await cellOf(page, 2, 1).click()
  await paste(page, 'Bodo\t7.5\t2022-02-03\r\n"Two ""words"""\t3\t\r\n')
  await page.getByText('2 changes', { exact: true }).waitFor()
  await save(page)
  expect(stored('SELECT id, name, weight, born FROM pets WHERE id > 2')).toEqual([
    { id: 3, name: 'Bodo', weight: 7.5, born: '2022-02-03' },
    { id: 4, name: 'Two "words"', weight: 3, born: null },
  ])
  // What nobody can write is left out, and said.
  await cellOf(page, 0, 7).click()
  await paste(page, 'A story\tcomputed\tnowhere')
  await page.getByText('2 cells have no place here').waitFor()
})

journey('NULL is asked for, and told from an empty text', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin')
  await edit(page)
  await cellOf(page, 0, 1).click()
  await page.keyboard.press('Delete')
  const dialog = page.locator('ui5-dialog[open]')
  await dialog.getByText('Set name of this row to NULL?', { exact: false }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Set to NULL' }).click()
  await cellOf(page, 0, 1).getByText('NULL').waitFor()
  await cellOf(page, 1, 1).click()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'name, row 2' }).fill('')
  await page.keyboard.press('Enter')
  await cellOf(page, 1, 1).getByText('empty text').waitFor()
  // A NULL that is looked at stays one.
  await cellOf(page, 2, 3).click()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText('2 changes', { exact: true }).waitFor()
  await save(page)
  expect(stored('SELECT id, name FROM pets')).toEqual([
    { id: 1, name: null },
    { id: 2, name: '' },
    { id: 3, name: 'Bo' },
  ])
})

journey('JSON, bytes and long texts have room, and a foreign key is chosen from its table', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin')
  await edit(page)
  await cellOf(page, 0, 5).dblclick()
  const dialog = page.locator('ui5-dialog[open]')
  const text = dialog.getByRole('textbox')
  await text.fill('{"kind":')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByText('This is not valid JSON.').waitFor()
  await text.fill('{"kind":"wolf"}')
  await dialog.getByRole('button', { name: 'Format JSON' }).click()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await cellOf(page, 0, 6).dblclick()
  await dialog.locator('input[type=file]').setInputFiles({
    ...{ name: 'a.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([1, 2, 3]) },
  })
  while ((await text.inputValue()) !== 'AQID') await page.waitForTimeout(50)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await cellOf(page, 0, 7).dblclick()
  expect(await text.inputValue()).toBe('A long\nstory')
  await text.fill('Two\nlines')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await cellOf(page, 0, 4).click()
  await page.keyboard.press('F4')
  await dialog.getByRole('textbox').fill('hills')
  await dialog.getByRole('button', { name: 'Choose 77' }).waitFor()
  await dialog.getByRole('button', { name: 'Choose 1', exact: true }).waitFor({ state: 'detached' })
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Choose 77' }).click()
  await cellOf(page, 0, 4).getByText('77').waitFor()
  await save(page)
  expect(stored('SELECT tags, hex(picture) picture, story, owner FROM pets WHERE id = 1')).toEqual([
    { tags: '{\n  "kind": "wolf"\n}', picture: '010203', story: 'Two\nlines', owner: 77 },
  ])
})

journey('a row that somebody changed meanwhile is shown side by side, and nothing is lost', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin')
  await edit(page)
  const type = async (row: number, text: string): Promise<void> => {
    await cellOf(page, row, 1).dblclick()
    await page.getByRole('textbox', { name: `name, row ${row + 1}` }).fill(text)
    await page.keyboard.press('Enter')
  }
  await type(0, 'Mine')
  await type(1, 'Also mine')
  await type(2, 'Fine')
  const dialog = await review(page)
  await dialog.getByText('Nothing has been changed yet.', { exact: false }).waitFor()
  // After the look, and before the click.
  withDatabase((database) => database.exec(`UPDATE pets SET name = 'Theirs', weight = 800 WHERE id IN (1, 2)`))
  await dialog.getByRole('button', { name: 'Save 3 changes' }).click()
  await dialog.getByText('Somebody changed a row meanwhile. Nothing has been saved.').waitFor()
  const conflict = dialog.getByRole('table', { name: 'Change 1: as read, as it is now, as wanted' })
  expect((await readTable(conflict)).slice(1, 3)).toEqual([
    { Column: 'name', 'As you read it': 'Rex', Now: 'Theirs', 'As you want it': 'Mine' },
    { Column: 'weight', 'As you read it': '12.50', Now: '800.00', 'As you want it': '–' },
  ])
  expect(await accessibilityProblems(page)).toEqual([])
  expect(stored("SELECT count(*) AS mine FROM pets WHERE name IN ('Mine', 'Also mine', 'Fine')")).toEqual([{ mine: 0 }])
  await dialog.getByRole('button', { name: 'Take mine' }).first().click()
  await conflict.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Keep theirs' }).click()
  await dialog.getByRole('button', { name: 'Save 2 changes' }).click()
  await page.getByText('2 changes saved').waitFor()
  expect(stored('SELECT name, weight FROM pets')).toEqual([
    { name: 'Mine', weight: 800 },
    { name: 'Theirs', weight: 800 },
    { name: 'Fine', weight: null },
  ])
})

journey('what the database refuses is told beside the change, and nothing is saved', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin')
  await edit(page)
  await cellOf(page, 0, 2).dblclick()
  await page.getByRole('textbox', { name: 'weight, row 1' }).fill('950')
  await page.keyboard.press('Enter')
  const dialog = await review(page)
  await dialog.getByText('These changes cannot be made as they are.', { exact: false }).waitFor()
  await dialog.getByText('CHECK', { exact: false }).first().waitFor()
  expect(await dialog.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await cellOf(page, 0, 2).dblclick()
  await page.getByRole('textbox', { name: 'weight, row 1' }).fill('much')
  await page.keyboard.press('Enter')
  await button(page, 'Review').click()
  await dialog.getByText("Change 1: The value of 'weight'", { exact: false }).waitFor()
})

journey('signing out asks about rows that are not saved', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin')
  await edit(page)
  await cellOf(page, 0, 1).dblclick()
  await page.getByRole('textbox', { name: 'name, row 1' }).fill('Not yet')
  await page.keyboard.press('Enter')
  const signOut = async (answer: 'accept' | 'dismiss'): Promise<void> => {
    page.once('dialog', (dialog) => void dialog[answer]())
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  }
  await page.getByRole('button', { name: /Signed in as admin/ }).click()
  await signOut('dismiss')
  await cellOf(page, 0, 1).getByText('Not yet').waitFor()
  await signOut('accept')
  await page.locator('#sign-in-user').waitFor()
})

journey('who cannot edit is told why before anything is typed', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/keyless', 'admin')
  await page.getByText('Not editable: no key tells its rows apart').waitFor()
  expect(await button(page, 'Edit rows').count()).toBe(0)
  await page.evaluate(`location.hash = '/table/main/heavy'`)
  await page.getByText('Not editable: it is a view').waitFor()
  await page.evaluate(`location.hash = '/table/main/pets'`)
  await edit(page)
  await cellOf(page, 0, 8).dblclick()
  await page.getByText('label is computed by the database.').waitFor()

  const operator = await openCockpit(open, '/table/main/pets', 'operator')
  await tableOf(operator, 'Rows of pets').waitFor()
  expect(await button(operator, 'Edit rows').count()).toBe(0)
  expect(await operator.getByText('Not editable', { exact: false }).count()).toBe(0)
})

journey(
  'a table that a service serves to others is changed past it only where that is chosen',
  async ({ open, url }) => {
    const page = await openCockpit(open, '/table/main/saga_Planet', 'admin')
    await edit(page)
    await page.getByText('This table is served as', { exact: false }).first().waitFor()
    await cellOf(page, 0, 1).dblclick()
    await page.getByRole('textbox', { name: 'name, row 1' }).fill('Hoth')
    await page.keyboard.press('Enter')
    const dialog = await review(page)
    expect(await dialog.getByRole('button', { name: 'Save 1 change' }).isDisabled()).toBe(true)
    expect(await dialog.getByText('UPDATE', { exact: false }).count()).toBe(0)
    await dialog.getByRole('checkbox', { name: 'Change the table directly (via: database)' }).click()
    await dialog.getByText('UPDATE', { exact: false }).first().waitFor()
    await dialog.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('1 change saved').waitFor()
    expect((await ask(url, '/export', { table: 'saga_Planet', format: 'json' })).rows).toEqual([
      { ID: 'p1', name: 'Hoth' },
    ])
  },
)

journey('leaving with changes that are not saved asks, and pages of the table do not', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin')
  await edit(page)
  await cellOf(page, 0, 1).dblclick()
  await page.getByRole('textbox', { name: 'name, row 1' }).fill('Kept')
  await page.keyboard.press('Enter')
  const asked: string[] = []
  let answer = false
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void (answer ? dialog.accept() : dialog.dismiss())
  })
  await page.getByRole('button', { name: /^weight/ }).click()
  await page.waitForURL(/sort=/)
  await cellOf(page, 2, 1)
    .or(cellOf(page, 0, 1))
    .or(cellOf(page, 1, 1))
    .getByText('Kept')
    .waitFor()
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('1 change', { exact: true }).waitFor()
  expect(asked).toEqual(['1 change is not saved. Leave the page?'])
  expect(await page.evaluate('location.hash')).toContain('/table/main/pets')
  answer = true
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
})

journey('it speaks German, fits on a phone, and in the dark', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/pets', 'admin', { locale: 'de-DE', phone: true, dark: true })
  await button(page, 'Zeilen bearbeiten').click()
  await page.getByRole('toolbar', { name: 'Zeilen bearbeiten' }).waitFor()
  await cellOf(page, 0, 1).dblclick()
  await page.getByRole('textbox', { name: 'name, Zeile 1' }).fill('Anders')
  await page.keyboard.press('Enter')
  await page.getByText('1 Änderung', { exact: true }).waitFor()
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
})
