/** Who looks at the apps: that can be seen, told in words, and changed. */
import type { Locator, Page } from 'playwright-core'
import { barriers, dialog, settle, shown, startFiori } from '../support/fiori.ts'
import { sidewaysOverflow } from '../support/page-problems.ts'

const journey = startFiori()

const form = (page: Page): Locator => page.locator('dialog.sign-in')
const userButton = (page: Page): Locator => page.locator('.shell button.user')

async function signIn(page: Page, name: string, password = name): Promise<void> {
  await form(page).getByLabel('User').fill(name)
  await form(page).getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

/** Collects what pages tell the services of who asks. */
function watchCredentials(page: Page): Set<string | undefined> {
  const asked = new Set<string | undefined>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/odata/')) asked.add(request.headers()['authorization'])
  })
  return asked
}

journey(
  'nobody signs in as somebody, by the keyboard alone, and out again, in all tabs',
  async ({ open, url, expectErrors }) => {
    expectErrors(/401 \(Unauthorized\).*\/session\)/)
    const page = await open('/films/')
    await userButton(page).getByText('Not signed in · may edit').waitFor()
    await userButton(page).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('May read everything, and edit films').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await signIn(page, 'alice', 'wrong')
    await form(page).getByRole('alert').getByText('is wrong').waitFor()
    const asked = watchCredentials(page)
    await signIn(page, 'alice')
    await userButton(page).getByText('alice · may edit').waitFor()
    await shown(page, /^Films \(\d+\)/).waitFor()
    // The browser proves it, by what no page can read.
    expect([...asked]).toEqual([undefined])

    const other = await page.context().newPage()
    await other.goto(`${url}/people/`)
    await userButton(other).getByText('alice · may edit').waitFor()
    await userButton(other).click()
    await dialog(other).getByRole('button', { name: 'Sign out' }).click()
    for (const each of [page, other]) await userButton(each).getByText('Not signed in').waitFor()
    expect(await page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("cds-dba."))')).toEqual([])
  },
)

journey('who has a role in the cockpit is signed in there as well, and out', async ({ open, url }) => {
  const page = await open('/figures/')
  await userButton(page).click()
  await dialog(page).getByRole('button', { name: 'Sign in' }).click()
  await signIn(page, 'operator')
  await userButton(page).getByText('operator · may read').waitFor()
  await userButton(page).click()
  await dialog(page).getByText('May read the rows of all tables in the cockpit').waitFor()
  await page.getByRole('link', { name: 'Cockpit' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('button', { name: /Signed in as operator/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.locator('#sign-in-user').waitFor()
  await page.goto(`${url}/figures/`)
  await userButton(page).getByText('Not signed in').waitFor()
})

for (const visitor of [{}, { dark: true }, { phone: true, locale: 'de-DE' }] as const)
  journey(`it can be read by everybody: ${JSON.stringify(visitor)}`, async ({ open }) => {
    const page = await open('/shows/', visitor)
    await shown(page, /\(\d+\)$/).waitFor()
    await settle(page)
    await userButton(page).click()
    await dialog(page).waitFor()
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await dialog(page)
      .getByRole('button', { name: /Sign in|Anmelden/ })
      .click()
    await form(page)
      .getByLabel(/User|Benutzer/)
      .waitFor()
    expect(await barriers(page)).toEqual([])
  })

journey('whom the browser has signed in is shown, and that it is the browser', async ({ open }) => {
  const page = await open('/people/', { user: 'bob', locale: 'de-DE' })
  await userButton(page).getByText('bob · darf bearbeiten').waitFor()
  await userButton(page).click()
  await dialog(page).getByText('Bis der Browser geschlossen wird.').waitFor()
})
