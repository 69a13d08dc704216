/** The landing page: where everything begins. */
import { startBrowser } from '../support/browser.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'
import { untilTrue } from '../support/until-true.ts'

const journey = startBrowser()

journey('it leads to the apps, by keyboard as well', async ({ open }) => {
  const page = await open('/')
  await page.getByText('are lost when the server ends').waitFor()
  // Where it leads is for the journeys of the app.
  await page.route('**/people/', (route) => route.fulfill({ body: 'here' }))
  await page.getByRole('navigation', { name: 'Apps' }).waitFor()
  for (const path of ['/', '/films/']) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.pathname')).toBe(path)
  }
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.pathname')).toBe('/people/')
  await page.keyboard.press('Enter')
  await page.getByText('here', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/people/')
})

journey('it has the line of the apps: who looks at it, the language, the theme', async ({ open }) => {
  const page = await open('/', { user: 'alice' })
  await page
    .getByRole('navigation', { name: 'Apps' })
    .getByRole('link', { name: 'Saga', exact: true })
    .and(page.locator('[aria-current=page]'))
    .waitFor()
  await page.getByRole('button', { name: /^alice · may edit/ }).click()
  await page.getByRole('dialog', { name: 'Signed in as alice' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await untilTrue(page, "getComputedStyle(document.body).backgroundColor === 'rgb(15, 21, 28)'")
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await page.getByRole('button', { name: /^alice · darf bearbeiten/ }).waitFor()
})

journey('it asks nobody to sign in, where everybody has to for the apps', async ({ open }) => {
  const page = await open('/')
  await page.route('**/user', (route) =>
    route.fulfill({ json: { user: null, roles: [], by: null, takesPasswords: true, tryAs: [] } }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Not signed in' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(0)
})

journey('it tells what the server tells', async ({ open, read }) => {
  const page = await open('/')
  expect(await read('/about')).toEqual({ database: 'sqlite', survivesRestart: false })
  expect(await read('/ready')).toEqual({ status: 'UP' })
  const status = page.getByRole('region', { name: 'This server' })
  await status.getByText('are lost when the server ends').waitFor()
  await expectText(status.locator('dl > div'), [/Running and ready\./, /Database SQLite/, /Your changes are lost/])
})

journey('it says so when the server does not answer, or its database does not', async ({ open }) => {
  const page = await open('/')
  const [health, ready] = ['**/health', '**/ready']
  await page.route(ready, (route) => route.fulfill({ status: 200, json: { status: 'DOWN' } }))
  await page.reload()
  await page.getByText('but its database does not answer').waitFor()
  await page.route(health, (route) => route.fulfill({ status: 200, body: 'no' }))
  await page.reload()
  await page.getByText('It does not answer').waitFor()
})

const SHAPES = [
  {},
  { dark: true },
  { locale: 'de-DE' },
  { phone: true },
  { phone: true, dark: true, locale: 'de-DE' },
] as const

for (const visitor of SHAPES) {
  journey(`it is for everybody: ${JSON.stringify(visitor)}`, async ({ open }) => {
    const page = await open('/', visitor)
    const isGerman = 'locale' in visitor
    const name = isGerman ? /^Figuren und Planeten/ : /^People and Planets/
    await page.getByRole('main').getByRole('link', { name }).waitFor()
    await page.getByRole('button', { name: isGerman ? /darf bearbeiten$/ : /may edit$/ }).waitFor()
    await page.getByText(isGerman ? 'gehen verloren' : 'are lost when').waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe(isGerman ? 'de' : 'en')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(background).toBe('dark' in visitor ? 'rgb(15, 21, 28)' : 'rgb(244, 246, 249)')
  })
}

/** The visible text of each of some elements, its white space made one. */
async function expectText(elements: { allInnerTexts(): Promise<string[]> }, expected: RegExp[]): Promise<void> {
  const texts = (await elements.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(texts).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
}
