/** One table from all sides, and the ways to it: found by its name, looked at, filtered, followed from row to row. */
import type { Locator } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { ask, openCockpit, readTable, saved, signIn, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'
import { untilTrue } from '../support/until-true.ts'

const journey = startBrowser({
  // The browser itself writes a line for a request that nobody answers: the server is away on purpose.
  knownErrors: [
    /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS/,
  ],
})

journey('a table is found by its name in the tree, and by Ctrl+K, also by a column', async ({ open }) => {
  const page = await openCockpit(open, '', 'viewer')
  const tree = page.getByRole('navigation', { name: 'Database' })
  await tree.getByRole('button', { name: /^Tables/ }).waitFor()
  // What CAP keeps for itself is folded away.
  expect(await tree.getByRole('link', { name: /_drafts$/ }).count()).toBe(0)
  await tree.getByRole('searchbox').fill('planet')
  await tree.getByRole('link', { name: 'saga_Planet', exact: true }).click()
  await page.getByRole('heading', { name: 'saga_Planet' }).waitFor()
  expect(await page.title()).toBe('saga_Planet · Table · Saga Cockpit')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
  // A viewer sees what it consists of.
  await tableOf(page, 'Columns').waitFor()

  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: /^Search/ })
  await search.fill('birth_y')
  await page.getByRole('option', { name: /birth_year.*saga_People/ }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await search.fill('saga_Film')
  await page
    .getByRole('option', { name: /^saga_Film\b/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'saga_Film', exact: false }).first().waitFor()
  // The table goes along.
  await page.getByRole('link', { name: 'Lineage', exact: true }).click()
  await page.getByRole('heading', { name: 'Lineage of saga_Film' }).waitFor()
})

journey('the structure of a table is what the API tells, and leads to its neighbours', async ({ open, read }) => {
  const page = await openCockpit(open, '/table/main/saga_People?tab=structure', 'viewer')
  const told = await read('/api/v1/table?table=saga_People', 'viewer')
  const columns = await readTable(tableOf(page, 'Columns'))
  expect(columns.map(({ Column, Type }) => [Column, Type])).toEqual(
    told.columns.map(({ name, type }: { name: string; type: string }) => [name, type]),
  )
  const incoming = await readTable(tableOf(page, 'Referenced by'))
  expect(incoming.map(({ Table }) => Table).sort()).toEqual(
    told.referencedBy.map(({ table }: { table: string }) => table).sort(),
  )
  await page.getByText('CREATE TABLE saga_People').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('table', { name: 'References' }).getByRole('link', { name: 'saga_Planet' }).click()
  await page.getByRole('heading', { name: 'saga_Planet' }).waitFor()
})

journey('rows are filtered by columns, and all that is chosen survives in the address', async ({ open, url }) => {
  const page = await openCockpit(open, '/table/main/saga_People', 'operator')
  const table = tableOf(page, 'Rows of saga_People')
  await table.waitFor()
  await page.getByRole('button', { name: 'Filter gender' }).click()
  await page.getByRole('checkbox', { name: /^female/ }).check()
  await page.getByRole('button', { name: 'Remove the filter: gender is female' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter name' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('a')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Remove the filter: name contains a' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^eye_color/ }).click()
  await page
    .getByRole('button', { name: /^name/ })
    .first()
    .click({ modifiers: ['Shift'] })
  const where = "gender = 'female' and name like '%a%'"
  const { rows } = await ask(url, '/export', {
    ...{ table: 'saga_People', format: 'json', where, orderBy: 'eye_color, name', limit: 50 },
  })
  const names = async (): Promise<(string | undefined)[]> =>
    (await readTable(table)).map((row) => Object.entries(row).find(([head]) => head.startsWith('name '))?.[1])
  await untilTrue(page, `document.querySelectorAll('.grid tbody tr').length === ${rows.length}`)
  await page.waitForLoadState('networkidle')
  expect(await names()).toEqual(rows.map(({ name }: { name: string }) => name))
  expect(await accessibilityProblems(page)).toEqual([])
  const shown = await names()
  await page.reload()
  await page.getByRole('button', { name: 'Remove the filter: gender is female' }).waitFor()
  await table.waitFor()
  expect(await names()).toEqual(shown)

  // What is saved is what is said.
  const csv = await saved(page, page.getByRole('button', { name: /^Download as CSV/ }))
  expect(csv.text.trim().split('\r\n')).toHaveLength(Number(rows.length) + 1)
  await page.getByText(`CSV (${rows.length})`).waitFor()

  // Another tab of the same browser is signed in, and signing out is for all.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Remove the filter: gender is female' }).waitFor()
  await page.getByRole('button', { name: /Signed in as operator/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await other.locator('#sign-in-user').waitFor()
})

journey('cells beside each other are chosen, summed and copied', async ({ open, url }) => {
  const page = await openCockpit(open, '/table/main/saga_Episode', 'operator')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const table = tableOf(page, 'Rows of saga_Episode')
  await table.waitFor()
  const { rows, columns } = await ask(url, '/export', { table: 'saga_Episode', format: 'json', limit: 3 })
  const names = columns.map(({ name }: { name: string }) => name) as string[]
  const at = names.indexOf('episode_number')
  const cell = (row: number, column: number): Locator => page.locator(`[data-cell="${row}:${column}"]`)
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
  const numbers = rows.map((row: Record<string, number>) => Number(row['episode_number'])) as number[]

  await cell(0, at).click()
  await cell(2, at).click({ modifiers: ['Shift'] })
  const sum = numbers.reduce((all, each) => all + each, 0)
  await page.getByText(`3 × 1: 3 cells · Sum ${sum} ·`, { exact: false }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Control+c')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await copied()).toBe(numbers.join('\n'))

  await page.keyboard.press('Shift+Space')
  await page.getByText(`3 × ${names.length}: ${3 * names.length} cells`, { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Copy as INSERT' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect((await copied()).match(/^INSERT INTO "main"."saga_Episode" /gm)).toHaveLength(3)
  await page.getByRole('button', { name: 'Copy as JSON' }).click()
  await page.getByRole('button', { name: 'Copied' }).nth(1).waitFor()
  expect((JSON.parse(await copied()) as object[]).map((row) => Object.keys(row))).toEqual([names, names, names])

  // An arrow chooses one cell again, and the mouse as many as it passes.
  await page.getByRole('region', { name: 'Table: Rows of saga_Episode' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: /^Copy the value of/ }).waitFor()
  await cell(0, at).hover()
  await page.mouse.down()
  await cell(1, at + 1).hover()
  await page.mouse.up()
  await page.getByText('2 × 2: 4 cells', { exact: false }).waitFor()

  // A link in a cell leads nowhere while cells are chosen.
  const link = names.indexOf('show_ID')
  await cell(0, link).click({ position: { x: 2, y: 2 } })
  const opened = page
    .context()
    .waitForEvent('page', { timeout: 1_000 })
    .catch(() => 'none')
  await cell(1, link)
    .getByRole('link')
    .click({ modifiers: ['Shift'] })
  await page.getByText('2 × 1: 2 cells', { exact: false }).waitFor()
  expect(await opened).toBe('none')
})

journey('columns have the width that they were given, also tomorrow', async ({ open, url }) => {
  const page = await openCockpit(open, '/table/main/saga_Planet', 'operator')
  const head = page.locator('th[data-column="climate"]')
  const width = async (): Promise<number> => Math.round((await head.boundingBox())?.width ?? 0)
  await head.waitFor()
  const before = await width()
  await head.scrollIntoViewIfNeeded()
  const edge = await head.locator('.grid-resize').boundingBox()
  const [x, y] = [(edge?.x ?? 0) + 4, (edge?.y ?? 0) + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 80, y)
  await page.mouse.up()
  expect(await width()).toBe(before + 80)
  await page.locator('[data-cell="0:1"]').first().click()
  await page.reload()
  await head.waitFor()
  expect(await width()).toBe(before + 80)
  expect(await accessibilityProblems(page)).toEqual([])

  const { columns } = await ask(url, '/export', { table: 'saga_Planet', format: 'json', limit: 1 })
  const column = columns.findIndex(({ name }: { name: string }) => name === 'climate') as number
  await page.locator(`[data-cell="0:${String(column)}"]`).click()
  await page.keyboard.press('Alt+ArrowLeft')
  expect(await width()).toBe(before + 64)
  await head.locator('.grid-resize').dblclick()
  expect(await width()).toBe(before)
})

journey('columns that are pinned stay in sight, also tomorrow', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/saga_Planet', 'operator')
  const head = (name: string) => page.locator(`th[data-column="${name}"]`)
  await head('climate').waitFor()
  const pin = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^Columns|of \d+ columns$/ }).click()
    await page.getByRole('button', { name: `Keep ${name} in sight` }).click()
    await page.keyboard.press('Escape')
  }
  await pin('name')
  await pin('climate')
  const edges = async (): Promise<number[]> => {
    const boxes = await Promise.all(['name', 'climate'].map((name) => head(name).boundingBox()))
    return boxes.map((box) => Math.round(box?.x ?? -1))
  }
  const heads = async () =>
    await page.locator('th[data-column]').evaluateAll((all) => all.map((each) => each.getAttribute('data-column')))
  expect((await heads()).slice(0, 2)).toEqual(['name', 'climate'])
  const before = await edges()
  await page.evaluate('document.querySelector(".grid").scrollLeft = 10_000')
  await untilTrue(page, 'document.querySelector(".grid").scrollLeft > 0')
  expect(await edges()).toEqual(before)
  const cell = await page.locator('[data-cell="3:1"]').boundingBox()
  expect(Math.round(cell?.x ?? -1)).toBe(before[1])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.reload()
  await head('climate').waitFor()
  expect((await heads()).slice(0, 2)).toEqual(['name', 'climate'])
  await pin('name')
  await untilTrue(page, 'document.querySelector("th[data-column]").dataset.column === "climate"')
  // Nothing is before it but the numbers of the rows.
  const [, climate] = await edges()
  const number = await page.locator('.grid thead th').first().boundingBox()
  expect(climate).toBe(Math.round((number?.x ?? 0) + (number?.width ?? 0)))
})

journey('columns are put elsewhere by dragging, by keys and by buttons, and stay there', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/saga_Planet', 'operator')
  const head = (name: string) => page.locator(`th[data-column="${name}"]`)
  await head('climate').waitFor()
  const names = async () =>
    await page
      .locator('th[data-column]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-column') ?? ''))
  const [first, second, third, ...others] = (await names()) as [string, string, string, ...string[]]
  const middle = async (name: string): Promise<[number, number]> => {
    const { x = 0, y = 0, width = 0 } = (await head(name).boundingBox()) ?? {}
    return [x + width / 2, y + 12]
  }
  const [fromX, y] = await middle(first)
  const [toX] = await middle(second)
  await page.mouse.move(fromX, y)
  await page.mouse.down()
  await page.mouse.move(fromX + 20, y)
  await page.mouse.move(toX + 5, y)
  await page.locator(`th.is-drop-after[data-column="${second}"]`).waitFor()
  await page.mouse.up()
  expect(await names()).toEqual([second, first, third, ...others])
  // Who drags does not sort.
  expect(page.url()).not.toContain('sort')

  await page.locator('[data-cell="2:1"]').click()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  expect(await names()).toEqual([second, third, first, ...others])
  await page.locator('[data-cell="2:2"].is-chosen').waitFor()

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('button', { name: `Move ${first} one place forward` }).click()
  expect(await names()).toEqual([second, first, third, ...others])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.reload()
  await head('climate').waitFor()
  expect(await names()).toEqual([second, first, third, ...others])
  await page.getByRole('button', { name: /^Export / }).click()
  await page.waitForURL((url) => url.href.includes(`columns=${second}%2C${first}%2C${third}`))
  await page.goBack()
  await head('climate').waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('button', { name: 'Original order' }).click()
  expect(await names()).toEqual([first, second, third, ...others])
})

journey('a key is followed to its row, and the rows that name it are counted', async ({ open, url }) => {
  const page = await openCockpit(open, '/table/main/saga_People?where=homeworld_ID+is+not+null', 'operator')
  const { rows } = await ask(url, '/export', {
    ...{ table: 'saga_People', format: 'json', where: 'homeworld_ID is not null', limit: 1 },
  })
  await page.getByRole('link', { name: rows[0].homeworld_ID }).first().click()
  await page.getByRole('heading', { name: 'saga_Planet' }).waitFor()
  await page.getByText('1 – 1 of 1').waitFor()
  await page.getByRole('button', { name: 'Show row 1', exact: true }).click()
  const dialog = page.locator('ui5-dialog[open]')
  await dialog.getByRole('link', { name: /rows? of saga_People \(homeworld_ID\)/ }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.getByRole('heading', { name: 'saga_People' }).waitFor()
})

journey('a row is shown beside the others, and follows the cell that is chosen', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/saga_Planet', 'operator')
  await page.getByRole('button', { name: 'Show row 1', exact: true }).click()
  const dialog = page.locator('ui5-dialog[open]')
  await dialog.getByRole('button', { name: 'Next row' }).click()
  await dialog.getByText('Row 2', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Show beside the rows' }).click()
  const panel = (number: number) => page.getByRole('complementary', { name: `Row ${number}`, exact: true })
  await panel(2).waitFor()
  expect(await dialog.count()).toBe(0)
  await page.locator('[data-cell="4:1"]').click()
  await panel(5).waitFor()
  await page.keyboard.press('ArrowDown')
  const name = await page.locator('[data-cell="5:5"]').textContent()
  await panel(6).getByText(String(name), { exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // So it stays, until somebody has it otherwise.
  await page.reload()
  await page.getByRole('button', { name: 'Show row 50', exact: true }).click()
  expect(await panel(50).getByRole('button', { name: 'Next row' }).isDisabled()).toBe(true)
  await panel(50).getByRole('button', { name: 'Previous row' }).click()
  await panel(49).getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Escape')
  await panel(49).waitFor({ state: 'detached' })
  // Where there is no room beside the rows, it is before them.
  await page.setViewportSize({ width: 700, height: 900 })
  await page.getByRole('button', { name: 'Show row 1', exact: true }).click()
  await dialog.waitFor()
  expect(await dialog.getByRole('button', { name: 'Show beside the rows' }).count()).toBe(0)
})

journey('what is measured is held against other rows, and against the same ones later', async ({ open, url }) => {
  const page = await openCockpit(open, '/table/main/saga_People?tab=profile', 'operator')
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const differences = page.getByRole('region', { name: 'Differences' })
  await differences.getByText('measure again later', { exact: false }).waitFor()
  const filter = page.getByRole('textbox', { name: 'Filter' })
  await filter.fill('homeworld_ID is null')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  const cellsOf = async (column: string, measure: string): Promise<string[]> => {
    const rows = await differences
      .locator('tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.trim())))
    return rows.find(([first, second]) => first === column && second === measure) ?? []
  }
  await differences.getByRole('row').nth(1).waitFor()
  const count = async (where?: string): Promise<number> =>
    (
      await ask(url, '/export', {
        table: 'saga_People',
        format: 'json',
        limit: 10_000,
        ...(where !== undefined && { where }),
      })
    ).rows.length as number
  expect((await cellsOf('Whole table', 'Rows')).slice(-2)).toEqual([
    String(await count()),
    String(await count('homeworld_ID is null')),
  ])
  expect((await cellsOf('homeworld_ID', 'NULL')).at(-1)).toBe('100%')
  expect(await accessibilityProblems(page)).toEqual([])
  await filter.fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Measure again' }).click()
  await differences.getByText('Nothing differs').waitFor()
  await differences.getByRole('button', { name: 'End comparing' }).click()
  await differences.waitFor({ state: 'detached' })
})

journey('leaving or reloading a page ends the work that it has asked for', async ({ open, read, url }) => {
  const page = await openCockpit(open, '/table/main/saga_People?tab=profile', 'operator')
  // The browser does not report what a page sends while it is left, so the page itself notes it.
  await page.addInitScript(`{
    const { fetch } = window
    window.fetch = (request, ...rest) => {
      if (request.method === 'DELETE' && request.keepalive)
        sessionStorage.setItem('sent', (sessionStorage.getItem('sent') ?? '') + request.url + ' ')
      return fetch(request, ...rest)
    }
  }`)
  // Who reloads before the answer has not signed in.
  await page.getByRole('button', { name: 'Measure', exact: true }).waitFor()
  await page.reload()
  const cancelled = async (): Promise<string[]> =>
    (await page.evaluate<string>(`sessionStorage.getItem('sent') ?? ''`)).split(' ').filter(Boolean)
  const { columns } = (await ask(url, '/dataProfile', { table: 'saga_People', columns: 'name,mass' })) as {
    columns: readonly object[]
  }
  const running = { operationId: '', status: 'running', phase: 'reading', rowsDone: 7, rowsTotal: null }
  const id = 'a3bb189e-8bf9-4c4f-9b33-0d5f2b1c4a11'
  await page.route('**/api/v1/dataProfile', (route) => route.fulfill({ json: { operationId: id, status: 'running' } }))
  await page.route(`**/api/v1/operations/${id}*`, (route) => {
    const known = Number(new URL(route.request().url()).searchParams.get('known'))
    const found = columns.slice(known, known + 1)
    return route.fulfill({ json: { ...running, operationId: id, startedAt: new Date().toISOString(), found } })
  })
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  await page.getByText('7 rows').waitFor()
  // Columns come one by one, while others are measured.
  await page.getByRole('table', { name: 'Columns' }).getByText('mass', { exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Measure', exact: true }).waitFor()
  expect(await cancelled()).toEqual([`${url}/api/v1/operations/${id}`])
  await page.getByRole('button', { name: 'Measure', exact: true }).click()
  await page.getByText('7 rows').waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(await cancelled()).toHaveLength(2)
  expect(
    (await read('/api/v1/operations', 'operator')).operations.filter(
      ({ status }: { status: string }) => status === 'running',
    ),
  ).toEqual([])
})

journey('a server that does not answer is told from one that was updated', async ({ open }) => {
  const page = await openCockpit(open, '', 'viewer')
  await page.getByRole('heading', { name: 'Services' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Lineage', exact: true }).click()
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
  await page.context().setOffline(false)
})

journey('on a phone and in the dark it fits, too', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/saga_People', 'operator', { phone: true, dark: true })
  await page.getByText('1 – 50 of 227').waitFor()
  await page.getByRole('button', { name: 'Filter gender' }).click()
  await page.getByRole('checkbox', { name: /^female/ }).waitFor()
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
})

journey('a value of two million characters is shown in short, and a row is found by its key', async ({ open }) => {
  const page = await openCockpit(open, '', 'operator')
  const asked: { where?: string; offset?: number }[] = []
  await page.route('**/api/v1/export', async (route) => {
    const answer = await route.fetch()
    asked.push(route.request().postDataJSON() as { where?: string; offset?: number })
    const body = (await answer.json()) as { rows?: Record<string, unknown>[] }
    for (const row of body.rows?.slice(0, 2) ?? []) row['name'] = 'long '.repeat(400_000)
    await route.fulfill({ response: answer, json: body })
  })
  await page.evaluate(`location.hash = '/table/main/saga_Planet?offset=10'`)
  const cell = page.getByRole('cell', { name: /^long long/ }).first()
  await cell.waitFor()
  expect((await cell.innerText()).length).toBeLessThanOrEqual(501)
  await cell.click()
  expect((await page.locator('.grid-value').innerText()).length).toBeLessThan(600)

  await page.getByRole('button', { name: 'Show row 12', exact: true }).click()
  const dialog = page.locator('ui5-dialog')
  await dialog.getByText('(10,000 of 2,000,000 characters)').waitFor()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  // Not by its place, which it may have left meanwhile.
  expect(asked.at(-1)?.where).toMatch(/^"id" = /i)
  expect(asked.at(-1)?.offset).toBeUndefined()
})

journey(
  'schemas that are closed to the cockpit are not offered, and pages start in one that is open',
  async ({ open }) => {
    const page = await open('/cockpit/#/tables')
    const closed: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('schema=closed')) closed.push(request.url())
    })
    await page.route('**/api/v1/schemas*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { schemas: Record<string, unknown>[] }
      const [main] = body.schemas.filter(({ name }) => name === 'main')
      body.schemas = [
        { ...main, name: 'closed', isCurrent: true, isOpen: false, isDefault: false },
        { ...main, isCurrent: false, isOpen: true, isDefault: true },
      ]
      await route.fulfill({ response: answer, json: body })
    })
    await signIn(page, 'viewer')
    await page.getByRole('heading', { name: 'Tables and views of main' }).waitFor()
    const tree = page.getByRole('navigation', { name: 'Database' })
    await tree.getByRole('button', { name: /^Tables/ }).waitFor()
    expect(await tree.getByRole('button', { name: /^closed/ }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search/ }).fill('birth_y')
    await page.getByRole('option', { name: /birth_year.*saga_People/ }).waitFor()
    expect(closed).toEqual([])
  },
)

journey('rows keep their numbers until others have come, and are marked meanwhile', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/saga_Planet', 'operator')
  await page.getByRole('button', { name: 'Show row 1', exact: true }).waitFor()
  let release: (() => void) | undefined
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/api/v1/export', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.locator('[aria-busy=true]').waitFor()
  expect(await page.getByRole('button', { name: /^Show row 51$/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Show row 1$/ }).count()).toBe(1)
  await page.getByText('1 – 50', { exact: false }).first().waitFor()
  release?.()
  await page.getByRole('button', { name: 'Show row 51', exact: true }).waitFor()
  expect(await page.locator('[aria-busy=true]').count()).toBe(0)
})

journey('a page that the database works on for long says so, and can be left for the one before', async ({ open }) => {
  const page = await openCockpit(open, '/table/main/saga_People', 'operator')
  await page.getByText('1 – 50 of 227').waitFor()
  let release: (() => void) | undefined
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/api/v1/export', async (route) => {
    if (!(route.request().postData() ?? '').includes('orderBy')) return route.continue()
    await released
    await route.abort().catch(() => undefined)
  })
  await page.getByRole('button', { name: /^createdBy/ }).click()
  await page.getByText('The database is sorting the rows.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/export'))
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await ended
  await page.getByText('The database is sorting the rows.').waitFor({ state: 'detached' })
  expect(await page.evaluate('location.hash')).not.toContain('sort=')
  await page.locator('.result:not(.is-stale)').waitFor()
  release?.()
})
