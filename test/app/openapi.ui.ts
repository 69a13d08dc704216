/** The page of the OpenAPI documents, in a browser. */
import { startBrowser } from '../support/browser.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'

const journey = startBrowser()

for (const dark of [false, true])
  journey(`the documents of all services can be read, in the ${dark ? 'dark' : 'light'}`, async ({ open, read }) => {
    const page = await open('/openapi/', { dark })
    const documents = (await read('/openapi/index.json')) as { title: string }[]
    for (const { title } of documents) {
      await page.getByRole('link', { name: title, exact: true }).click()
      await page.getByRole('heading', { name: title }).waitFor()
      await page.locator('.opblock-tag').first().click()
      await page.locator('.opblock-summary-control').first().click()
      await page.locator('.opblock-body .response').first().waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    }
    expect(await sidewaysOverflow(page)).toBe(0)
    const background = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    expect(/^rgb\((?:\d|[1-5]\d),/.test(background)).toBe(dark)
  })

journey('the theme that was chosen elsewhere holds, and a link leads home', async ({ open }) => {
  const page = await open('/figures/')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await page.getByRole('link', { name: 'APIs' }).click()
  await page.locator('html.dark-mode').waitFor({ state: 'attached' })
  // In one line and one font with the other pages.
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('light')
  await page.locator('html:not(.dark-mode)').waitFor({ state: 'attached' })
  const fonts = await page.evaluate<string[]>(
    "['.shell a', '#documents a', '.swagger-ui .info .title'].map((each) => getComputedStyle(document.querySelector(each)).fontFamily)",
  )
  expect(new Set(fonts).size).toBe(1)
  await page.getByRole('link', { name: 'Saga', exact: true }).click()
  await page.getByRole('heading', { name: 'Saga', level: 1 }).waitFor()
})

journey('around the documents, which are English, the page is in the language that was chosen', async ({ open }) => {
  const page = await open('/openapi/', { locale: 'de-DE' })
  const documents = (name: string) =>
    page.getByRole('navigation', { name }).getByRole('link', { name: 'Films (SagaFilm)', exact: true })
  await documents('API-Beschreibungen').waitFor()
  expect(await page.title()).toBe('API-Beschreibungen · Saga')
  expect(await page.evaluate("[document.documentElement.lang, document.querySelector('main').lang]")).toEqual([
    'de',
    'en',
  ])
  await page.evaluate("localStorage.setItem('cds-dba.language', 'en')")
  await page.reload()
  await documents('API documents').waitFor()
})

journey('what is tried is done as who is signed in, writes included', async ({ open, url }) => {
  const page = await open('/figures/')
  await page.evaluate("void session.signIn('editor', 'editor')")
  await page.locator('.shell button.user').getByText('editor').waitFor()
  await page.goto(`${url}/openapi/?document=SagaFilm.json`)
  await page.locator('.opblock-tag[data-tag="Planet"]').click()
  const operation = page.locator('.opblock-post').filter({ has: page.locator('[data-path="/Planet"]') })
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('textbox').first().fill('{"name":"Tried out"}')
  const token = page.waitForRequest((request) => request.method() === 'POST')
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table .response-col_status').getByText('201').waitFor()
  const sent = await (await token).allHeaders()
  expect([sent['authorization'], sent['x-csrf-token']]).toEqual([undefined, expect.stringMatching(/^[\w-]{43}$/)])
  const created = await page.evaluate<{ createdBy: string }>(
    `fetch("/odata/v4/SagaFilm/Planet?$filter=name eq 'Tried out'").then((answer) => answer.json()).then(({ value }) => value[0])`,
  )
  expect(created.createdBy).toBe('editor')
})
