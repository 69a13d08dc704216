/** The app in which shows are looked up: seasons, episodes, and who appears in them. */
import { barriers, changeButtons, rows, settle, shown, startFiori } from '../support/fiori.ts'
import { sidewaysOverflow } from '../support/page-problems.ts'

const journey = startFiori()

const LIST = 'saga.shows::ShowList'
const SHOW = 'saga.shows::ShowPage'
const EPISODE = 'saga.shows::EpisodePage'
const SERVICE = '/odata/v4/SagaEpisode'

journey('a show leads to its episodes, an episode to who is in it; nothing can be changed', async ({ open, read }) => {
  const page = await open('/shows/')
  await rows(page, LIST, 'Shows::LineItem').first().waitFor()
  await settle(page)
  const { value: shows } = await read(`${SERVICE}/Shows?$orderby=release_year&$select=title,release_year`)
  const years = await rows(page, LIST, 'Shows::LineItem').locator('td:nth-child(3)').allInnerTexts()
  expect(years).toEqual(shows.map(({ release_year: year }: { release_year: number }) => String(year)))

  await rows(page, LIST, 'Shows::LineItem').getByText('Andor', { exact: true }).click()
  await rows(page, SHOW, 'episodes::LineItem').first().waitFor()
  await settle(page)
  const { value } = await read(
    `${SERVICE}/Episodes?$filter=show/title eq 'Andor'&$orderby=season_number,episode_number&$expand=characters($expand=people)`,
  )
  await page.getByRole('heading', { name: `Episodes (${value.length})` }).waitFor()
  const titles = await rows(page, SHOW, 'episodes::LineItem').locator('td:nth-child(4)').allInnerTexts()
  expect(titles).toEqual(value.slice(0, titles.length).map(({ title }: { title: string }) => title))

  await rows(page, SHOW, 'episodes::LineItem').first().getByText(titles[0]!, { exact: true }).click()
  await rows(page, EPISODE, 'characters::LineItem').first().waitFor()
  await settle(page)
  const names = await rows(page, EPISODE, 'characters::LineItem').locator('td:nth-child(2)').allInnerTexts()
  const cast: string[] = value[0].characters.map(({ people }: { people: { name: string } }) => people.name)
  expect(names).toEqual(cast.sort((one, other) => one.localeCompare(other, 'en')).slice(0, names.length))
  expect(await changeButtons(page).count()).toBe(0)
})

const SHAPES = [{}, { dark: true }, { locale: 'de-DE' }, { phone: true, locale: 'de-DE' }] as const

for (const visitor of SHAPES) {
  journey(`list and pages are for everybody: ${JSON.stringify(visitor)}`, async ({ open }) => {
    const page = await open('/shows/', visitor)
    const isGerman = 'locale' in visitor
    await shown(page, isGerman ? /^Erscheinungsjahr/ : /^Release Year/).waitFor()
    await rows(page, LIST, 'Shows::LineItem').getByText('Ahsoka', { exact: true }).waitFor()
    await settle(page)
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)

    await rows(page, LIST, 'Shows::LineItem').getByText('Ahsoka', { exact: true }).click()
    await rows(page, SHOW, 'episodes::LineItem').first().waitFor()
    await settle(page)
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)

    await rows(page, SHOW, 'episodes::LineItem')
      .first()
      .getByText(/^Part One/)
      .click()
    await shown(page, isGerman ? 'Drehbuch' : 'Writer').waitFor()
    await settle(page)
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
  })
}
