/** The apps belong together: what one of them names leads to the page that another one has of it, and back. */
import type { Page } from 'playwright-core'
import { barriers, rows, settle, startFiori } from '../support/fiori.ts'

const journey = startFiori()

const FILM = '/odata/v4/SagaFilm/Film'

/** Waits for the page of somebody or something, on a path. */
const arrive = async (page: Page, name: string, path: string): Promise<void> => {
  await page.getByRole('heading', { name }).locator('visible=true').first().waitFor()
  await settle(page)
  expect(new URL(page.url()).pathname).toBe(path)
}
/** Clicks at a link, which screen readers tell together with the name of its column. */
const follow = (page: Page, name: string): Promise<void> =>
  page
    .locator('a.sapMLnk')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('visible=true')
    .first()
    .click()

journey('a film leads to a character, to the homeworld, to a resident, to a film', async ({ open, read }) => {
  const { value } = await read(`${FILM}?$filter=title eq 'A New Hope'&$select=ID`)
  const page = await open(`/films/#/Film(ID=${value[0].ID},IsActiveEntity=true)`)
  await rows(page, 'saga.films::FilmPage', 'characters::LineItem').first().waitFor()
  await follow(page, 'Chewbacca')
  await arrive(page, 'Chewbacca', '/people/')
  await follow(page, 'Kashyyyk')
  await arrive(page, 'Kashyyyk', '/people/')
  expect(page.url()).toContain('#/Planet(')
  await rows(page, 'saga.people::PlanetPage', 'residents::LineItem::residents').getByText('Tarfful').click()
  await arrive(page, 'Tarfful', '/people/')
  await follow(page, 'Revenge of the Sith')
  await arrive(page, 'Revenge of the Sith', '/films/')
  expect(await barriers(page)).toEqual([])

  await page.goBack()
  await arrive(page, 'Tarfful', '/people/')
})

journey('a film leads to a homeworld and to a planet', async ({ open, read }) => {
  const { value } = await read(`${FILM}?$filter=title eq 'A New Hope'&$select=ID`)
  const page = await open(`/films/#/Film(ID=${value[0].ID},IsActiveEntity=true)`)
  await rows(page, 'saga.films::FilmPage', 'characters::LineItem').filter({ hasText: 'Kashyyyk' }).waitFor()
  await follow(page, 'Kashyyyk')
  await arrive(page, 'Kashyyyk', '/people/')
  await page.goBack()
  await page.getByRole('tab', { name: 'Planets' }).click()
  await follow(page, 'Alderaan')
  await arrive(page, 'Alderaan', '/people/')
})

journey('an episode of a show leads to a character; the list of people to their homeworlds', async ({ open, read }) => {
  const { value } = await read(
    `/odata/v4/SagaEpisode/Episodes?$filter=title eq 'Chapter 1: The Mandalorian'&$select=ID,show_ID`,
  )
  const page = await open(`/shows/#/Shows(${value[0].show_ID})/episodes(${value[0].ID})`)
  await rows(page, 'saga.shows::EpisodePage', 'characters::LineItem').first().waitFor()
  await follow(page, 'Din Djarin')
  await arrive(page, 'Din Djarin', '/people/')

  const list = await open('/people/')
  await rows(list, 'saga.people::PeopleList', 'people::LineItem').first().waitFor()
  await follow(list, 'Ryloth')
  await arrive(list, 'Ryloth', '/people/')
})
