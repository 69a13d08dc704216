/** The app in which people and planets are looked up. */
import type { Page } from 'playwright-core'
import { barriers, changeButtons, control, rows, settle, shown, startFiori } from '../support/fiori.ts'
import { sidewaysOverflow } from '../support/page-problems.ts'

const journey = startFiori()

const LIST = 'saga.people::PeopleList'
const PERSON = 'saga.people::PeoplePage'
const PLANET = 'saga.people::PlanetPage'
const SERVICE = '/odata/v4/SagaFilm'

const people = (page: Page) => rows(page, LIST, 'people::LineItem')
const planets = (page: Page) => rows(page, LIST, 'planets::LineItem')
/** Waits until Fiori Elements has given the focus to the first filter: it takes it away from whoever types before. */
const listed = async (page: Page): Promise<void> => {
  await people(page).first().waitFor()
  await page.locator('[id*="FilterField"] input:focus').waitFor()
  await settle(page)
}
const search = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('searchbox').press('Enter')
  await settle(page)
}
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })

journey('people and planets are two views, which count and show what the service has', async ({ open, read }) => {
  const page = await open('/people/')
  const [everybody, everywhere] = [await read(`${SERVICE}/People/$count`), await read(`${SERVICE}/Planet/$count`)]
  await tab(page, new RegExp(`Characters \\(${everybody}\\)`)).waitFor()
  const { value: first } = await read(`${SERVICE}/People?$orderby=name&$top=1&$expand=homeworld`)
  await people(page).first().getByText(first[0].name, { exact: true }).waitFor()
  await tab(page, new RegExp(`Planets \\(${everywhere}\\)`)).click()
  await planets(page).filter({ hasText: 'Alderaan' }).getByText('grasslands, mountains').waitFor()
})

journey('people are found by their homeworld, taken from what the field suggests', async ({ open, read }) => {
  const page = await open('/people/')
  await listed(page)
  await control(page, LIST, 'FilterBar::People::FilterField::homeworld_ID-inner')
    .locator('input')
    .pressSequentially('Nabo')
  await page.locator('.sapMdcValueHelpPopover').getByText('Naboo', { exact: true }).first().click()
  await settle(page)
  await control(page, LIST, 'FilterBar::People-btnSearch').click()
  const { value } = await read(`${SERVICE}/People?$filter=homeworld/name eq 'Naboo'&$select=name&$orderby=name`)
  await tab(page, new RegExp(`Characters \\(${value.length}\\)`)).waitFor()
  await settle(page)
  const names = await people(page).locator('td:nth-child(2)').allInnerTexts()
  expect(names).toEqual(value.map(({ name }: { name: string }) => name))
})

journey(
  'a person leads to films and ships, a planet to its residents; nothing can be changed',
  async ({ open, read }) => {
    const page = await open('/people/')
    await listed(page)
    await search(page, 'Han Solo')
    await people(page).getByText('Han Solo', { exact: true }).click()
    await rows(page, PERSON, 'films::LineItem::films').first().waitFor()
    await settle(page)
    const { value } = await read(
      `${SERVICE}/People?$filter=name eq 'Han Solo'&$expand=films($expand=film),starships($expand=starship),homeworld`,
    )
    const [han] = value
    await shown(page, han.homeworld.name).waitFor()
    const films = await rows(page, PERSON, 'films::LineItem::films').locator('td:nth-child(2)').allInnerTexts()
    expect([...films].sort()).toEqual(han.films.map(({ film }: { film: { title: string } }) => film.title).sort())
    // A table is filled when it is seen.
    await rows(page, PERSON, 'starships::LineItem::starships').first().scrollIntoViewIfNeeded()
    for (const { starship } of han.starships)
      await rows(page, PERSON, 'starships::LineItem::starships').getByText(starship.name, { exact: true }).waitFor()
    expect(await changeButtons(page).count()).toBe(0)

    await page.goBack()
    await tab(page, /Planets/).click()
    await search(page, 'Corellia')
    await planets(page).getByText('Corellia', { exact: true }).click()
    await rows(page, PLANET, 'residents::LineItem::residents').getByText('Han Solo').click()
    await page.getByRole('heading', { name: 'Han Solo' }).first().waitFor()
  },
)

journey('measures have their units, at the right side, as the language writes them', async ({ open, read }) => {
  const { value } = await read(`${SERVICE}/Planet?$filter=name eq 'Coruscant'&$select=ID`)
  const page = await open(`/people/#/Planet(${value[0].ID})`, { locale: 'de-DE' })
  for (const text of ['12.240 km', '24 h', '368 Tage', '1 g']) await shown(page, text).waitFor()
  await shown(page, '1.000.000.000.000 Einw.').waitFor()

  const list = await open('/people/')
  const ackbar = people(list).filter({ hasText: 'Ackbar' }).locator('td')
  const height = ackbar.filter({ hasText: /^180\s+cm$/ })
  const unit = await height.getByText('cm', { exact: true }).boundingBox()
  const cell = await height.boundingBox()
  expect(cell!.x + cell!.width - (unit!.x + unit!.width)).toBeLessThan(16)
  // What is not known has no unit either.
  const unknown = people(list).filter({ hasText: 'Arvel Crynyd' })
  expect(await unknown.getByText('cm', { exact: true }).locator('visible=true').count()).toBe(0)
})

journey('what is not known about a planet is a dash or nothing, never a unit alone', async ({ open, read }) => {
  const isUnknown = ['diameter', 'rotation_period', 'population', 'surface_water'].map((name) => `${name} eq null`)
  const { value } = await read(`${SERVICE}/Planet?$filter=${isUnknown.join(' and ')}&$select=ID,name&$top=1`)
  const [{ ID, name }] = value
  const alone = (page: Page) => page.getByText(/^\s*(?:%|km|h|g|inh\.|Einw\.|days?|Tage?)\s*$/).locator('visible=true')
  for (const locale of ['en-US', 'de-DE'] as const) {
    const page = await open(`/people/#/Planet(${ID})`, { locale })
    await shown(page, locale === 'de-DE' ? /^Wasserfläche/ : /^Surface Water/).waitFor()
    await settle(page)
    expect(await alone(page).allInnerTexts()).toEqual([])
  }
  const list = await open('/people/')
  await listed(list)
  await tab(list, /Planets/).click()
  await search(list, name)
  await planets(list).getByText(name, { exact: true }).waitFor()
  expect(await alone(list).allInnerTexts()).toEqual([])
})

journey('words of the data are shown in the language of who looks', async ({ open, read }) => {
  const [{ ID }] = (await read(`${SERVICE}/People?$filter=name eq 'Leia Organa'&$select=ID`)).value
  for (const [locale, female] of [
    ['de-DE', 'weiblich'],
    ['en-US', 'female'],
  ] as const) {
    const list = await open('/people/', { locale })
    await listed(list)
    await search(list, 'Leia')
    await people(list).filter({ hasText: 'Leia Organa' }).getByText(female, { exact: true }).waitFor()
    const page = await open(`/people/#/People(${ID})`, { locale })
    await shown(page, female).first().waitFor()
  }
})

journey('people and planets have portraits', async ({ open, read }) => {
  const { value } = await read(`${SERVICE}/People?$filter=name eq 'Luke Skywalker'&$select=ID,homeworld_ID`)
  const [{ ID, homeworld_ID: planet }] = value
  for (const [path, portrait] of [
    [`/people/#/People(${ID})`, 'person'],
    [`/people/#/Planet(${planet})`, 'planet'],
  ] as const) {
    const page = await open(path)
    const drawn = await page.waitForResponse((answer) => answer.url().includes(`/portraits/${portrait}.svg?name=%27`))
    expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    await page
      .locator(`.sapFAvatarImageHolder[style*="portraits/${portrait}.svg"]`)
      .first()
      .waitFor({ state: 'attached' })
  }
})

const SHAPES = [{}, { dark: true }, { locale: 'de-DE' }, { phone: true, locale: 'de-DE' }] as const

for (const visitor of SHAPES) {
  journey(`list and pages are for everybody: ${JSON.stringify(visitor)}`, async ({ open }) => {
    const page = await open('/people/', visitor)
    const isGerman = 'locale' in visitor
    await people(page).first().waitFor()
    await shown(page, isGerman ? /^Heimatwelt/ : /^Homeworld/).waitFor()
    await settle(page)
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)

    await people(page).getByText('Ackbar', { exact: true }).click()
    await shown(page, isGerman ? 'Augenfarbe' : 'Eye Color').waitFor()
    await settle(page)
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
  })
}
