/** The app in which films are edited: drafts from the first field to the last change of mind. */
import type { Locator, Page } from 'playwright-core'
import { barriers, control, dialog, rows, settle, shown, startFiori } from '../support/fiori.ts'
import { sidewaysOverflow } from '../support/page-problems.ts'

const journey = startFiori()

const LIST = 'saga.films::FilmList'
const PAGE = 'saga.films::FilmPage'
const FILMS = '/odata/v4/SagaFilm/Film'

const field = (page: Page, group: string, name: string): Locator =>
  page
    .locator(`[id="${PAGE}--fe::FormContainer::${group}::FormElement::DataField::${name}"]`)
    .or(page.locator(`[id^="${PAGE}--fe::FormContainer::${group}::FormElement::DataField::${name}::Field-edit"]`))
    .locator('input, textarea')
const edit = (page: Page): Locator => control(page, PAGE, 'StandardAction::Edit')
const save = (page: Page): Locator => control(page, PAGE, 'FooterBar::StandardAction::Save')
const discard = (page: Page): Locator => control(page, PAGE, 'FooterBar::StandardAction::Cancel')
const film = (page: Page, title: string): Locator => rows(page, LIST, 'Film::LineItem').filter({ hasText: title })

/** Opens a film from the list. */
async function openFilm(page: Page, title: string): Promise<void> {
  await film(page, title).getByText(title, { exact: true }).click()
  await page.getByRole('heading', { name: title }).first().waitFor()
  await settle(page)
}

/** Waits until the page can be edited, and has given the focus to its first field: it takes it away from whoever types before. */
async function ready(page: Page): Promise<void> {
  await save(page).waitFor()
  await field(page, 'General', 'title').and(page.locator(':focus')).waitFor()
  await settle(page)
}

/** Types into a field, and leaves it, so that the draft is updated. */
async function fill(page: Page, group: string, name: string, text: string): Promise<void> {
  await field(page, group, name).fill(text)
  await page.keyboard.press('Tab')
  await settle(page)
}

/** Adds to one of the tables of a film, by typing most of a name into the empty row that waits for it. */
async function addLink(page: Page, table: string, name: string): Promise<void> {
  const input = rows(page, PAGE, `${table}::LineItem`).first().locator('input.sapMInputBaseInner')
  const offer = page.locator('.sapMdcValueHelpPopover').getByText(name, { exact: true }).first()
  // The first letters get lost when the row is drawn anew meanwhile.
  for (let turn = 0; turn < 3; turn++) {
    await input.fill('')
    await input.pressSequentially(name.slice(0, -2))
    if (
      await offer.waitFor({ timeout: 8_000 }).then(
        () => true,
        () => false,
      )
    )
      break
  }
  await offer.click()
  await rows(page, PAGE, `${table}::LineItem`).nth(1).waitFor()
  await settle(page)
}

/** The film with a title, as it is for everybody, by the API. */
async function find(read: (path: string) => Promise<{ value: object[] }>, title: string): Promise<object[]> {
  const links = ['characters($expand=people)', 'planets($expand=planet)', 'species($expand=specie)']
  const crafts = ['starships($expand=starship)', 'vehicles($expand=vehicle)']
  const filter = `$filter=title eq '${title}'&$expand=${[...links, ...crafts].join(',')}`
  return (await read(`${FILMS}?${filter}`)).value
}

const SHAPES = [{}, { dark: true }, { locale: 'de-DE' }, { phone: true, locale: 'de-DE' }] as const

for (const visitor of SHAPES) {
  journey(`list and page are for everybody: ${JSON.stringify(visitor)}`, async ({ open, read }) => {
    const page = await open('/films/', visitor)
    const isGerman = 'locale' in visitor
    const count = await read(`${FILMS}/$count`)
    await page.getByRole('heading', { name: `${isGerman ? 'Filme' : 'Films'} (${count})` }).waitFor()
    await shown(page, isGerman ? /^Erscheinungsdatum/ : /^Release Date/).waitFor()
    await settle(page)
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)

    await openFilm(page, 'A New Hope')
    await shown(page, 'Biggs Darklighter').waitFor()
    await shown(page, isGerman ? /^Lauftext/ : /^Opening Crawl/).waitFor()
    await settle(page)
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
  })
}

journey('a film is made, saved, changed and saved; a change of mind leaves it as it was', async ({ open, read }) => {
  const page = await open('/films/')
  await control(page, LIST, 'table::Film::LineItem::StandardAction::Create').click()
  await ready(page)
  await page.getByRole('heading', { name: 'New Film' }).first().waitFor()
  await fill(page, 'General', 'title', 'The Test Strikes Back')
  await fill(page, 'General', 'episode_id', '42')
  await fill(page, 'General', 'director', 'Somebody New')
  await fill(page, 'General', 'release_date', 'May 4, 2027')
  await fill(page, 'Crawl', 'opening_crawl', 'It is a time of tests.')
  await addLink(page, 'characters', 'Leia Organa')
  await addLink(page, 'planets', 'Alderaan')
  await addLink(page, 'starships', 'CR90 corvette')
  await addLink(page, 'vehicles', 'AT-AT')
  await addLink(page, 'species', 'Wookiee')
  expect(await find(read, 'The Test Strikes Back')).toEqual([])

  await save(page).click()
  await edit(page).waitFor()
  const saved = {
    title: 'The Test Strikes Back',
    episode_id: 42,
    director: 'Somebody New',
    release_date: '2027-05-04',
    opening_crawl: 'It is a time of tests.',
    characters: [{ people: { name: 'Leia Organa' } }],
    planets: [{ planet: { name: 'Alderaan' } }],
    starships: [{ starship: { name: 'CR90 corvette' } }],
    vehicles: [{ vehicle: { name: 'AT-AT' } }],
    species: [{ specie: { name: 'Wookiee' } }],
  }
  expect(await find(read, saved.title)).toMatchObject([saved])

  await edit(page).click()
  await ready(page)
  await fill(page, 'General', 'episode_id', '43')
  await save(page).click()
  await edit(page).waitFor()
  expect(await find(read, saved.title)).toMatchObject([{ ...saved, episode_id: 43 }])

  await edit(page).click()
  await ready(page)
  await fill(page, 'General', 'title', 'Never Mind')
  await discard(page).click()
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await edit(page).waitFor()
  expect(await find(read, 'Never Mind')).toEqual([])
  expect(await find(read, saved.title)).toMatchObject([{ ...saved, episode_id: 43 }])
})

journey('what is wrong is said at its field, and nothing is saved', async ({ open, read, expectErrors }) => {
  expectErrors(/Failed to invoke .*draftActivate/, /Error while saving the document/, /Multiple errors occurred/)
  const page = await open('/films/')
  await control(page, LIST, 'table::Film::LineItem::StandardAction::Create').click()
  await ready(page)
  await fill(page, 'General', 'episode_id', '-1')
  await save(page).click()
  await dialog(page).getByText('An episode number is 0 or more.').waitFor()
  await dialog(page).getByText('Provide the missing value.').waitFor()
  expect(await field(page, 'General', 'title').getAttribute('aria-invalid')).toBe('true')
  expect(await field(page, 'General', 'episode_id').getAttribute('aria-invalid')).toBe('true')
  expect((await read(`${FILMS}?$filter=episode_id eq -1`)).value).toEqual([])
  await page.keyboard.press('Escape')
  await discard(page).click()
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await control(page, LIST, 'table::Film::LineItem::StandardAction::Create').waitFor()
})

journey('a value help shows what there is, searches in it, and takes what is chosen', async ({ open, read }) => {
  const page = await open('/films/')
  await openFilm(page, 'Return of the Jedi')
  await edit(page).click()
  await ready(page)
  await page.locator(`[id$="::FormElement::DataField::director::Field-edit-inner-vhi"]`).click()
  await dialog(page).getByText('Irvin Kershner').waitFor()
  const directors = (await read('/odata/v4/SagaFilm/directors')) as { value: { director: string }[] }
  for (const { director } of directors.value) await dialog(page).getByText(director, { exact: true }).waitFor()
  await dialog(page).getByRole('searchbox').fill('Irvin')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('Ron Howard').waitFor({ state: 'detached' })
  await settle(page)
  await dialog(page).getByText('Irvin Kershner').click()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await field(page, 'General', 'director').inputValue()).toBe('Irvin Kershner')
  await save(page).click()
  await edit(page).waitFor()
  expect(await find(read, 'Return of the Jedi')).toMatchObject([{ director: 'Irvin Kershner' }])
})

journey('a film that somebody edits is kept from others, who see who it is', async ({ open, read, expectErrors }) => {
  expectErrors(
    /A draft for this entity already exists/,
    /It is locked by alice/,
    /parameter 'aArgs' is not of type array/,
  )
  const [alice, bob] = [await open('/films/', { user: 'alice' }), await open('/films/', { user: 'bob' })]
  await openFilm(alice, 'The Last Jedi')
  await edit(alice).click()
  await ready(alice)
  await fill(alice, 'General', 'producer', 'Alice')

  await bob.reload()
  await film(bob, 'The Last Jedi').getByText(/alice/).waitFor()
  await openFilm(bob, 'The Last Jedi')
  await edit(bob).click()
  await dialog(bob).getByText(/alice/).waitFor()
  await bob.keyboard.press('Escape')
  expect(await find(read, 'The Last Jedi')).toMatchObject([{ producer: 'Kathleen Kennedy, Ram Bergman' }])

  await save(alice).click()
  await edit(alice).waitFor()
  await bob.reload()
  await edit(bob).click()
  await save(bob).waitFor()
  expect(await field(bob, 'General', 'producer').inputValue()).toBe('Alice')
  expect(await find(read, 'The Last Jedi')).toMatchObject([{ producer: 'Alice', modifiedBy: 'alice' }])
})
