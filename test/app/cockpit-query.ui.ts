/** One statement of an admin: its rows, its plan, its mistakes, and what the browser keeps of it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { cellsOf, downloadBy, expectUsable, openCockpit } from '../support/cockpit-page.ts'

const files = mkdtempSync(join(tmpdir(), 'cockpit-statements-'))
afterAll(() => {
  rmSync(files, { recursive: true })
})

const journey = startBrowser({ env: { CDS_CONFIG: JSON.stringify({ admin: { files } }) } })
const ENDLESS = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT sum(x) FROM c WHERE x < 0'

/** Writes a statement instead of what is there. A `fill` selects behind the back of the editor, which may take that back. */
const write = async (page: Page, sql: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Statement' }).press('Control+a')
  await (sql === '' ? page.keyboard.press('Delete') : page.keyboard.insertText(sql))
}

journey('a statement is run, explained, saved and found again', async ({ open, read, expectErrors }) => {
  expectErrors(/status of 400 \(Bad Request\)/)
  const page = await openCockpit({ open }, 'query', 'admin')
  const field = page.getByRole('textbox', { name: 'Statement' })
  await write(page, 'SELECT 1 AS a, 2 AS a UNION ALL SELECT 3, NULL')
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

  await write(page, 'SELECT name FROM saga_Planet ORDER BY name')
  await page.getByRole('button', { name: 'Explain' }).click()
  await page
    .getByRole('list', { name: 'Plan' })
    .getByText(/saga_Planet/)
    .waitFor()
  await expectUsable(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('planets')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: 'planets', exact: true }).waitFor()
  expect((await read('/api/v1/files', 'admin')).files).toMatchObject([{ name: 'planets.sql' }])
  await page.getByRole('textbox', { name: 'Name' }).fill('planets')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('There is a file planets.sql already.').waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Keep it' }).click()

  await page.reload()
  await page.getByRole('button', { name: 'planets', exact: true }).waitFor()
  await write(page, '')
  await page.getByRole('button', { name: 'planets', exact: true }).click()
  await field.getByText('SELECT name FROM saga_Planet ORDER BY name').waitFor()
  await page.getByRole('button', { name: 'SELECT 1 AS a, 2 AS a UNION ALL SELECT 3, NULL' }).click()
  expect(await field.innerText()).toContain('UNION ALL')
  await page.getByRole('button', { name: 'Delete planets' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('There are no saved statements.', { exact: false }).waitFor()
})

journey('parameters are fields, and stay with their statement', async ({ open }) => {
  const page = await openCockpit({ open }, 'query', 'admin')
  const field = page.getByRole('textbox', { name: 'Statement' })
  const shown = async () => (await cellsOf(page, 'Result')).map(([, ...cells]) => cells.join(' '))
  await write(
    page,
    "SELECT title, ':no' AS no FROM saga_Film WHERE episode_id >= :least AND (:part IS NULL OR title LIKE :part)",
  )
  await page.getByRole('textbox', { name: ':least' }).fill('4')
  await field.press('Control+Enter')
  await page.getByRole('table', { name: 'Result' }).waitFor()
  const all = await shown()
  await page.getByRole('textbox', { name: ':part' }).fill('The%')
  await field.press('Control+Enter')
  await page.getByText(/^4 rows in/).waitFor()
  expect(await shown()).toEqual(all.filter((row) => row.startsWith('The')))
  await expectUsable(page)
  await page.reload()
  expect(await page.getByRole('textbox', { name: ':part' }).inputValue()).toBe('The%')
})

journey('a result over time is a line, with a value at each instant', async ({ open }) => {
  const page = await openCockpit({ open }, 'query', 'admin')
  await write(
    page,
    "SELECT '1999-05-19' AS day, 431 AS revenue UNION ALL SELECT '1977-05-25', 307 UNION ALL SELECT NULL, 1",
  )
  await page.getByRole('textbox', { name: 'Statement' }).press('Control+Enter')
  await page.getByRole('option', { name: 'Chart' }).click()
  const chart = page.getByRole('application', { name: 'revenue by day' })
  await chart.press('Home')
  await page.getByText('May 25, 1977: 307').waitFor()
  await chart.press('ArrowRight')
  await page.getByText('May 19, 1999: 431').waitFor()
  await expectUsable(page)
  await page.getByRole('combobox', { name: 'Chart' }).click()
  await page.getByRole('option', { name: 'Bars' }).click()
  await page.getByRole('list', { name: 'revenue by day' }).waitFor()
})

journey('what writes is refused, and what has no end is cancelled', async ({ open, expectErrors }) => {
  expectErrors(/403 \(Forbidden\)/)
  const page = await openCockpit({ open }, 'query', 'admin', { phone: true, dark: true })
  const field = page.getByRole('textbox', { name: 'Statement' })
  await write(page, 'DELETE FROM saga_Planet')
  await field.press('Control+Enter')
  await page.getByText(/DELETE saga_Planet is refused/).waitFor()
  await expectUsable(page)
  await write(page, ENDLESS)
  await field.press('Control+Enter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
})

journey('what is run is what is written, however quickly it was', async ({ open }) => {
  const page = await openCockpit({ open }, 'query', 'admin')
  await write(page, 'SELECT 1 AS before')
  // In one go: the page has no moment to draw what was written.
  const writeAnd = (text: string, then: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const field = document.querySelector('.cm-content')
      field.focus()
      document.execCommand('selectAll')
      document.execCommand('insertText', false, ${JSON.stringify(text)})
      await Promise.resolve()
      ${then}
    })()`)
  const keys = "new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })"
  await writeAnd('SELECT 42 AS by_keys', `field.dispatchEvent(${keys})`)
  await page.getByRole('cell', { name: '42', exact: true }).waitFor()
  await writeAnd('SELECT 43 AS by_mouse', `document.querySelector('.actions ui5-button').click()`)
  await page.getByRole('cell', { name: '43', exact: true }).waitFor()
})

journey('words are offered where they fit: tables, columns, keys, functions', async ({ open }) => {
  const page = await openCockpit({ open }, 'query', 'admin')
  const field = page.getByRole('textbox', { name: 'Statement' })
  const offered = (name: string | RegExp) => page.getByRole('option', { name })
  await field.click()
  await page.keyboard.type('SELECT * FROM saga_epis')
  await offered(/^saga_Episode$/).click()
  await page.keyboard.type(' e JOIN saga_Episode2People p ON ')
  await offered('p.episode_ID = e.ID').waitFor()
  await expectUsable(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' WHERE e.ti')
  await offered(/^title/).waitFor()
  // The editor takes no Enter for a choice that comes within 75 ms of its list: nobody could have read it.
  await page.waitForTimeout(150)
  await page.keyboard.press('Enter')
  await page.keyboard.type(" = 'group_con")
  expect(await offered(/./).count()).toBe(0)
  await page.keyboard.type("' AND group_con")
  await offered('group_concat').waitFor()
  await page.keyboard.press('Escape')
  expect(await field.innerText()).toBe(
    "SELECT * FROM saga_Episode e JOIN saga_Episode2People p ON p.episode_ID = e.ID WHERE e.title = 'group_con' AND group_con",
  )
})

journey(
  'statements stay in tabs, a part is run, a mistake is marked, a result is sorted',
  async ({ open, expectErrors }) => {
    expectErrors(/400 \(Bad Request\)/)
    const page = await openCockpit({ open }, 'query', 'admin')
    const field = page.getByRole('textbox', { name: 'Statement' })
    await write(page, "SELECT 10 AS n, 'b' AS w UNION ALL SELECT 9, 'B'\n  UNION ALL SELECT 1, 'c' UNION ALL nothing")
    await field.press('Control+Enter')
    await page.locator('.query-mistake', { hasText: 'nothing' }).waitFor()
    await page.getByText('At line 2, column 37').waitFor()
    await expectUsable(page)
    // The cursor is at the mistake: what comes before it is run alone.
    for (let word = 0; word < 2; word++) await page.keyboard.press('Control+ArrowLeft')
    await page.keyboard.press('Control+Shift+Home')
    await page.getByRole('button', { name: 'Run selection' }).click()
    const rows = async () => (await cellsOf(page, 'Result')).map(([, ...cells]) => cells.join(' '))
    await page.getByRole('table', { name: 'Result' }).waitFor()
    expect(await rows()).toEqual(['10 b', '9 B', '1 c'])
    await page.getByRole('columnheader', { name: /^n/ }).getByRole('button').click()
    expect(await rows()).toEqual(['1 c', '9 B', '10 b'])
    await page.getByRole('textbox', { name: 'Find in the result' }).fill('b')
    await page.getByText('2 of them match').waitFor()
    expect(await rows()).toEqual(['9 B', '10 b'])
    await expectUsable(page)

    await page.getByRole('button', { name: 'New statement' }).click()
    await write(page, 'SELECT 2 AS two')
    await field.press('Control+Enter')
    await page.getByRole('cell', { name: '2', exact: true }).waitFor()
    // What the other one answered is still there.
    await page.getByRole('tab', { name: 'Statement 2' }).press('ArrowLeft')
    expect(await rows()).toEqual(['9 B', '10 b'])
    await page.getByRole('tab', { name: 'Statement 1' }).press('ArrowRight')
    await page.reload()
    await page.getByRole('tab', { name: 'Statement 2', selected: true }).waitFor()
    expect(await field.innerText()).toBe('SELECT 2 AS two')
    await page.getByRole('button', { name: 'Close statement 2' }).click()
    expect(await field.innerText()).toMatch(/^SELECT 10 AS n[^]*UNION ALL nothing$/)
    await expectUsable(page)
  },
)

journey('a result is drawn as bars: longest first, found, and of another column', async ({ open }) => {
  const page = await openCockpit({ open }, 'query', 'admin')
  const field = page.getByRole('textbox', { name: 'Statement' })
  await write(page, "SELECT 'a' AS word, 2 AS n, -1 AS m UNION ALL SELECT NULL, 4, 3 UNION ALL SELECT 'b', NULL, 0")
  await field.press('Control+Enter')
  await page.getByRole('columnheader', { name: /^n/ }).getByRole('button').click()
  await page.getByRole('option', { name: 'Chart' }).click()
  const bars = (label: string) => page.getByRole('list', { name: label }).getByRole('listitem')
  await bars('n by word').first().waitFor()
  expect(await bars('n by word').allInnerTexts()).toEqual(['b\nNULL', 'a\n2', 'NULL\n4'])
  const room = page.locator('.bars-room').last()
  const width = (await room.boundingBox())?.width
  expect((await room.locator('span').boundingBox())?.width).toBeCloseTo(width ?? 0, 0)
  await expectUsable(page)
  await page.getByRole('combobox', { name: 'Values' }).click()
  await page.getByRole('option', { name: 'm', exact: true }).click()
  await bars('m by word').first().waitFor()
  // What is below nothing goes to the left of it: a quarter of the width, from -1 to 3.
  const [less, more] = await Promise.all(
    [1, 2].map(async (index) => await page.locator('.bars-room span').nth(index).boundingBox()),
  )
  expect((less?.x ?? 0) + (less?.width ?? 0)).toBeCloseTo(more?.x ?? 0, 0)
  expect((more?.width ?? 0) / (less?.width ?? 1)).toBeCloseTo(3, 1)
  await page.getByRole('textbox', { name: 'Find in the result' }).fill('b')
  await bars('m by word').nth(1).waitFor({ state: 'detached' })
  await expectUsable(page)
})

journey('operators see that the page is for admins', async ({ open }) => {
  const page = await openCockpit({ open }, 'overview', 'operator')
  const link = page.locator('.side-pages a', { hasText: 'Query' })
  expect(await link.getAttribute('aria-disabled')).toBe('true')
})
