/** The figures: charts that are tables, of what the services count. */
import type { Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'

const journey = startBrowser()

const figure = (page: Page, name: string) => page.getByRole('region', { name })
const rowOf = (page: Page, name: string, head: string) =>
  figure(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: head, exact: true }) })
/** The length of the bar of a row, in pixels. */
const barOf = async (page: Page, name: string, head: string): Promise<number> =>
  (await rowOf(page, name, head).locator('rect').boundingBox())!.width

journey('films and characters are counted by year, and the films lead to their pages', async ({ open, read }) => {
  const page = await open('/')
  await page
    .locator('main')
    .getByRole('link', { name: /^Figures/ })
    .click()
  const name = 'Films and characters by year'
  const { value } = await read('/odata/v4/SagaFilm/Film?$select=title,release_date&$expand=characters($select=ID)')
  const films = value as { title: string; release_date: string; characters: object[] }[]
  for (const { title, release_date: released, characters } of films) {
    const row = rowOf(page, name, released.slice(0, 4))
    expect((await row.innerText()).split(/\s*\n\s*|\t/)).toEqual([released.slice(0, 4), title, `${characters.length}`])
  }
  const most = films.toSorted((one, other) => other.characters.length - one.characters.length)
  const [first, last] = [most[0]!, most.at(-1)!]
  const share =
    (await barOf(page, name, last.release_date.slice(0, 4))) / (await barOf(page, name, first.release_date.slice(0, 4)))
  expect(share).toBeCloseTo(last.characters.length / first.characters.length, 1)
  expect(await figure(page, name).getByRole('link', { name: first.title }).getAttribute('href')).toMatch(
    /^\/films\/#\/Film\(ID=[\w-]{36},IsActiveEntity=true\)$/,
  )
})

journey('planets are counted by each of their climates, those that nobody knows last', async ({ open, read }) => {
  const page = await open('/figures/')
  const name = 'Planets by climate'
  const { value } = await read('/odata/v4/SagaFilm/Planet?$select=climate&$top=1000')
  const climates = (value as { climate: string | null }[]).map(({ climate }) => climate?.split(', ') ?? [])
  const count = (wanted: string): number => climates.filter((some) => some.includes(wanted)).length
  for (const climate of ['temperate', 'arid', 'windy', 'subarctic'])
    expect(await rowOf(page, name, climate).innerText()).toMatch(new RegExp(`^${climate}\\s+${count(climate)}$`))
  const heads = await figure(page, name).getByRole('rowheader').allInnerTexts()
  expect([heads[0], heads.at(-1)]).toEqual(['temperate', 'unknown'])
  expect(await rowOf(page, name, 'unknown').innerText()).toContain(
    `${climates.filter((some) => some.length === 0).length}`,
  )
})

journey('they say so when they are not for everybody, or nobody answers', async ({ open, expectErrors }) => {
  expectErrors(/401 \(Unauthorized\)/, /500 \(Internal Server Error\)/)
  const page = await open('/')
  await page.route('**/odata/**', (route) => route.fulfill({ status: 401 }))
  await page.goto(`${new URL(page.url()).origin}/figures/`)
  await page.getByRole('alert').getByText('for users who are signed in').waitFor()
  await page.unroute('**/odata/**')
  await page.route('**/odata/**', (route) => route.fulfill({ status: 500 }))
  await page.reload()
  await page.getByRole('alert').getByText('does not answer').waitFor()
})

const SHAPES = [{}, { dark: true }, { phone: true, dark: true, locale: 'de-DE' }] as const

for (const visitor of SHAPES)
  journey(`they are for everybody: ${JSON.stringify(visitor)}`, async ({ open }) => {
    const page = await open('/figures/', visitor)
    const [name, unknown] =
      'locale' in visitor ? ['Planeten nach Klima', 'unbekannt'] : ['Planets by climate', 'unknown']
    await rowOf(page, name, unknown).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
  })
