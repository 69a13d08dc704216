/** The apps where nobody may see anything without signing in, as in production. */
import { barriers, rows, shown, startFiori } from '../support/fiori.ts'

const settings = { requires: { auth: { anonymous: [] } } }
const journey = startFiori({ CDS_CONFIG: JSON.stringify(settings) })

journey('an app asks who one is by itself, before it asks a service', async ({ open }) => {
  const page = await open('/films/')
  const form = page.locator('dialog.sign-in')
  await form.getByText('Only users may see this page.').waitFor()
  expect(await barriers(page)).toEqual([])
  await form.getByLabel('User').fill('viewer')
  await form.getByLabel('Password').fill('viewer')
  await page.keyboard.press('Enter')
  await page.locator('.shell button.user').getByText('viewer · may read').waitFor()
  await rows(page, 'saga.films::FilmList', 'Film::LineItem').first().waitFor()
})

journey('who only tries it signs in by one click', async ({ open }) => {
  const page = await open('/films/')
  const group = page.locator('dialog.sign-in').getByRole('group', { name: 'Development server: try it as' })
  await group.getByRole('button', { name: 'editor' }).click()
  await page.locator('.shell button.user').getByText('editor · may edit').waitFor()
})

journey('who is signed in to the cockpit is not asked again', async ({ open, url }) => {
  const page = await open('/cockpit/')
  await page.locator('#sign-in-user input').fill('viewer')
  await page.locator('#sign-in-password input').fill('viewer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.goto(`${url}/figures/`)
  await page.locator('.shell button.user').getByText('viewer · may read').waitFor()
  await page.getByRole('row', { name: /1977/ }).first().waitFor()
  await page.goto(`${url}/people/`)
  await shown(page, /^Characters \(/).waitFor()
})

journey('a page says that it is for users, to who does not sign in, and asks nothing', async ({ open }) => {
  const page = await open('/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page
    .locator('main')
    .getByRole('link', { name: /^Figures/ })
    .click()
  await page.locator('dialog.sign-in').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText('for users who are signed in').waitFor()
  expect(asked.filter((path) => path.startsWith('/odata/'))).toEqual([])
})
