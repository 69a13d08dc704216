/** The picture of a schema: keys, foreign keys and associations, also of a large one. */
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { cellsOf, downloadBy, expectUsable, openCockpit } from '../support/cockpit-page.ts'
import { untilTrue } from '../support/until-true.ts'

const journey = startBrowser()

interface Told {
  readonly tables: readonly {
    readonly name: string
    readonly isTechnical: boolean
    readonly columns: readonly { readonly name: string }[]
  }[]
  readonly references: readonly {
    readonly table: string
    readonly columns: readonly string[]
    readonly referencedTable: string
    readonly referencedColumns: readonly string[]
  }[]
}

const namesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('.graph-name').allTextContents()).toSorted()
/** Answers for the server, as of a schema that it does not have. */
const answerWith = (page: Page, tables: readonly object[], references: readonly object[]): Promise<unknown> =>
  page.route('**/api/v1/structure?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const listed = tables.slice(offset, offset + limit)
    const names = new Set(listed.map((each) => (each as { name: string }).name))
    return route.fulfill({
      json: {
        success: true,
        schema: 'main',
        pattern: '*',
        ...{ count: listed.length, total: tables.length, truncated: offset + limit < tables.length },
        tables: listed,
        references: references.filter((each) => names.has((each as { table: string }).table)),
      },
    })
  })
const KEY = [{ name: 'id', type: 'BIGINT', keyPosition: 1 }]
const keyTo = (table: string, referencedTable: string, source = 'catalog') => ({
  ...{ name: `${table}_fk`, table, columns: ['id'], referencedSchema: 'main', referencedTable },
  ...{ referencedColumns: ['id'], source, isEnforced: source === 'catalog' },
})

journey('the schema is a picture with the keys of its tables, which leads on and is saved', async ({ open, read }) => {
  const page = await openCockpit({ open }, 'diagram', 'viewer')
  const { tables, references } = (await read('/api/v1/structure', 'viewer')) as Told
  const own = tables.filter(({ isTechnical }) => !isTechnical)
  await page.getByRole('heading', { name: `${String(own.length)} of ${String(own.length)} tables` }).waitFor()
  await page.locator('.graph-name').first().waitFor()
  expect(await namesOf(page)).toEqual(own.map(({ name }) => name).toSorted())
  const drawn = references.filter((each) => own.some(({ name }) => name === each.table))
  expect(await page.locator('.graph-picture .line-foreign-key').count()).toBe(drawn.length)
  expect(await page.locator('.graph-picture .graph-column').count()).toBe(own.flatMap(({ columns }) => columns).length)
  expect((await cellsOf(page, 'References')).map(([from, columns]) => [from, columns])).toEqual(
    drawn.slice(0, 25).map((each) => [each.table, each.columns.join(', ')]),
  )
  await expectUsable(page)

  const svg = await downloadBy(page, () => page.getByRole('button', { name: 'Download the diagram as SVG' }).click())
  for (const { name } of own) expect(svg).toContain(name)
  const mermaid = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download the diagram as Mermaid' }).click(),
  )
  expect(mermaid.startsWith('erDiagram\n')).toBe(true)
  for (const { name } of own) expect(mermaid).toContain(`["${name}"]`)
  const png = await downloadBy(page, () => page.getByRole('button', { name: 'Download the diagram as PNG' }).click())
  expect(png).toContain('PNG')
  expect(png.length).toBeGreaterThan(10_000)

  // By keyboard: the table that has the focus is seen, and Enter leads to its page.
  await page.getByRole('link', { name: 'saga_Film: open the table', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'saga_Film', level: 1 }).waitFor()
})

journey('a table stands in the middle of its neighbours, and the address keeps what is chosen', async ({ open }) => {
  const place = 'diagram?schema=main&table=saga_Show&depth=1&columns=all'
  const page = await openCockpit({ open }, place, 'operator', { locale: 'de-DE', dark: true, phone: true })
  await page.locator('.graph-node.root').waitFor()
  const near = await namesOf(page)
  expect(near).toContain('saga_Episode')
  expect(near).not.toContain('saga_Starship')
  expect(await page.locator('.graph-node.root .graph-column').count()).toBeGreaterThan(3)
  await expectUsable(page)
  await page.goto(page.url().replace('depth=1', 'depth=3'))
  await page.getByText('saga_Starship', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByText('saga_Starship', { exact: true }).first().waitFor()
})

journey('the part that is looked at stands in the address, and is seen by whoever gets the link', async ({ open }) => {
  const page = await openCockpit({ open }, 'diagram', 'viewer')
  await page.locator('.graph-name').first().waitFor()
  await page.getByRole('button', { name: 'Larger' }).click()
  await page.locator('.graph-picture').focus()
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowRight')
  const seen = async (): Promise<number[]> => {
    const [width, height] = await page.evaluate<[number, number]>(
      "(({ width, height }) => [width, height])(document.querySelector('.graph-picture').getBoundingClientRect())",
    )
    const told = await page.locator('.graph-picture > g').getAttribute('transform')
    const [x = NaN, y = NaN, scale = NaN] = (/translate\((.*),(.*)\) scale\((.*)\)/.exec(told ?? '') ?? [])
      .slice(1)
      .map(Number)
    return [(width / 2 - x) / scale, (height / 2 - y) / scale, 50 * scale].map(Math.round)
  }
  const before = await seen()
  // Borders and rounding make a pixel of the window, which is two of the picture.
  await page.waitForURL(({ hash }) => {
    const [x, y, scale] = (new URLSearchParams(hash.replace(/^.*\?/, '')).get('at') ?? '').split(',').map(Number)
    return [x, y, 50 * scale!].every((value, at) => Math.abs(value! - before[at]!) <= 3)
  })
  await page.setViewportSize({ width: 900, height: 900 })
  await page.reload()
  await page.locator('.graph-name').first().waitFor()
  const farthest = async (): Promise<number> =>
    Math.max(...(await seen()).map((value, at) => Math.abs(value - before[at]!)))
  // Names are drawn before the window is measured.
  for (let turn = 0; turn < 50 && (await farthest()) > 3; turn++) await page.waitForTimeout(100)
  expect(await farthest()).toBeLessThanOrEqual(3)
  // Another picture begins anew.
  await page.getByRole('checkbox', { name: 'Technical tables' }).click()
  await page.waitForURL((url) => !url.hash.includes('at='))
})

journey('foreign keys and associations are told apart, and other schemas are seen at the edge', async ({ open }) => {
  const page = await openCockpit({ open }, 'tables', 'viewer')
  const tables = ['film', 'person', 'note'].map((name) => ({
    name,
    type: 'table',
    isTechnical: false,
    isPartition: false,
    columns: KEY,
  }))
  const elsewhere = { ...keyTo('note', 'film'), referencedSchema: 'archive' }
  await answerWith(page, tables, [keyTo('film', 'person'), keyTo('note', 'film', 'model'), elsewhere])
  await page.goto(page.url().replace(/#.*/, '#/diagram'))
  await page.locator('.graph-name').first().waitFor()
  expect(await namesOf(page)).toEqual(['archive.film', 'film', 'note', 'person'])
  expect(await page.locator('.graph-picture .line-foreign-key').count()).toBe(2)
  const dashes = (type: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('.graph-picture .line-${type}')).strokeDasharray`)
  expect(await dashes('foreign-key')).toBe('none')
  expect(await dashes('association')).not.toBe('none')
  await page.getByText('Association of the model, not checked by the database').first().waitFor()
})

journey('1,300 tables stay usable: so many are drawn, each is found', async ({ open }) => {
  const page = await openCockpit({ open }, 'tables', 'viewer')
  const names = Array.from({ length: 1_300 }, (_, index) => `table_${String(index)}`)
  const references = names.slice(1).flatMap((name, index) => [keyTo(name, 'table_0'), keyTo(name, names[index] ?? '')])
  const tables = names.map((name) => ({ name, type: 'table', isTechnical: false, isPartition: false, columns: KEY }))
  await answerWith(page, tables, references)
  await page.goto(page.url().replace(/#.*/, '#/diagram'))
  await page.getByRole('heading', { name: '250 of 1,300 tables' }).waitFor()
  // While the picture is drawn, the page is used.
  const search = page.getByRole('combobox', { name: 'Focus table' })
  await search.waitFor()
  await page.goto(page.url().replace(/#.*/, '#/diagram?schema=main&table=table_777'))
  await page.locator('.graph-node.root').waitFor()
  expect(await namesOf(page)).toEqual(['table_0', 'table_776', 'table_777', 'table_778'])
  await page.getByRole('heading', { name: '4 of 1,300 tables' }).waitFor()
})

journey(
  'the subject areas of 200 tables are seen in one picture, which is made larger at a place',
  async ({ open }) => {
    const page = await openCockpit({ open }, 'tables', 'viewer')
    const AREAS = ['sales', 'stock', 'staff', 'billing', 'travel']
    const names = AREAS.flatMap((area) => Array.from({ length: 40 }, (_, index) => `${area}_${String(index)}`))
    const tables = names.map((name) => ({ name, type: 'table', isTechnical: false, isPartition: false, columns: KEY }))
    const within = names.filter((name) => !name.endsWith('_0')).map((name) => keyTo(name, name.replace(/\d+$/, '0')))
    const between = AREAS.slice(1).map((area) => keyTo(`${area}_0`, 'sales_0'))
    await answerWith(page, tables, [...within, ...between])
    await page.goto(page.url().replace(/#.*/, '#/diagram'))
    await page.getByRole('heading', { name: '200 of 200 tables' }).waitFor()
    await page.locator('.graph-area').first().waitFor()
    expect((await page.locator('.graph-area-name').allTextContents()).toSorted()).toEqual(
      AREAS.map((area) => `${area}_0 (40)`).toSorted(),
    )
    // All of it is seen.
    const picture = (await page.locator('.graph-picture').boundingBox())!
    for (const area of await page.locator('.graph-area').all()) {
      const box = (await area.boundingBox())!
      expect(box.x >= picture.x && box.x + box.width <= picture.x + picture.width).toBe(true)
      expect(box.y >= picture.y && box.y + box.height <= picture.y + picture.height).toBe(true)
    }
    await expectUsable(page)

    const area = page.locator('.graph-area').first()
    const before = (await area.boundingBox())!
    const middleOf = ({ x, y, width, height }: typeof before) => [x + width / 2, y + height / 2] as const
    const [x, y] = middleOf(before).map(Math.round) as [number, number]
    await page.mouse.move(x, y)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    await untilTrue(
      page,
      `document.querySelector('.graph-area').getBoundingClientRect().width > ${String(1.5 * before.width)}`,
    )
    const boxOf = async () => (await area.boundingBox())!
    const after = await boxOf()
    expect(after.width / before.width).toBeCloseTo(Math.exp(0.5), 1)
    expect(after.x + after.width / 2).toBeCloseTo(x, 0)
    expect(after.y + after.height / 2).toBeCloseTo(y, 0)
    // Without Ctrl the wheel is the page's.
    await page.mouse.wheel(0, -200)
    await page.getByRole('button', { name: 'Full screen' }).click()
    await untilTrue(page, 'document.fullscreenElement?.className === "graph"')
    await page.getByRole('button', { name: 'Full screen' }).click()
    await untilTrue(page, 'document.fullscreenElement === null')
    expect((await boxOf()).width).toBeCloseTo(after.width, 0)
  },
)

journey(
  'schemas stand in one picture, and tables where they are put, also by whoever gets the link',
  async ({ open }) => {
    const page = await openCockpit({ open }, 'tables', 'viewer')
    const schemas = ['main', 'archive'].map((name) => ({
      name,
      isSystem: false,
      isOpen: true,
      isDefault: name === 'main',
    }))
    await page.route('**/api/v1/schemas', (route) => route.fulfill({ json: { success: true, schemas } }))
    const tables = ['film', 'person'].map((name) => ({
      ...{ name, type: 'table', isTechnical: false, isPartition: false, columns: KEY },
    }))
    await answerWith(page, tables, [keyTo('film', 'person')])
    await page.goto(page.url().replace(/#.*/, '#/diagram?schema=main'))
    await page.locator('.graph-name').first().waitFor()
    expect(await namesOf(page)).toEqual(['film', 'person'])
    await page.getByRole('combobox', { name: 'More schemas' }).press('F4')
    await page.getByRole('option', { name: 'archive' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: '4 of 4 tables' }).waitFor()
    await page.locator('.graph-name').first().waitFor()
    expect(await namesOf(page)).toEqual(['archive.film', 'archive.person', 'film', 'person'])
    await expectUsable(page)

    const box = page.locator('.graph-node[data-id="film"]')
    const placeOf = (): Promise<string | null> => box.getAttribute('transform')
    const before = await placeOf()
    const at = (await box.boundingBox())!
    await page.mouse.move(at.x + 30, at.y + 10)
    await page.mouse.down()
    await page.mouse.move(at.x + 130, at.y + 90, { steps: 5 })
    await page.mouse.up()
    // It was moved, not opened.
    expect((await box.boundingBox())!.x).toBeCloseTo(at.x + 100, 0)
    expect((await box.boundingBox())!.y).toBeCloseTo(at.y + 80, 0)
    await page.getByRole('link', { name: 'film: open the table', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    const moved = await placeOf()
    expect(moved).not.toBe(before)
    await page.waitForURL((url) => url.hash.includes('boxes='))
    await page.reload()
    await box.waitFor()
    expect(await placeOf()).toBe(moved)
    // This browser keeps them where the address does not.
    await page.goto(page.url().replace(/&boxes=[^&]*/, ''))
    await page.reload()
    await box.waitFor()
    expect(await placeOf()).toBe(moved)
    await page.getByRole('button', { name: 'Place anew' }).click()
    await page.waitForURL((url) => !url.hash.includes('boxes='))
    expect(await placeOf()).toBe(before)
  },
)
