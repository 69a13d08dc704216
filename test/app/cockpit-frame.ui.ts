/** The frame of the cockpit: who one is, what one may do, how it looks, what it weighs. */
import { openCockpit, signIn } from '../support/cockpit.ts'
import { startBrowser } from '../support/browser.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'
import { untilTrue } from '../support/until-true.ts'

const journey = startBrowser({
  // The browser itself writes a line for every answer that is no success; a wrong password is meant to be one.
  knownErrors: [/status of 401 \(Unauthorized\)/],
})

const MOST_BYTES = 500_000

journey('a wrong password is told in words, the right one lets in, and none is in any address', async ({ open }) => {
  const page = await open('/cockpit/')
  await page.getByText('You stay signed in, in all tabs').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await signIn(page, 'operator', 'wrong')
  const alert = page.locator('.error-strip [role=alert]')
  await alert.waitFor()
  expect(await alert.innerText()).toMatch(/not signed in[^]*user name or the password is wrong[^]*Code UNAUTHORIZED/)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await signIn(page, 'operator')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(addresses.filter((address) => /operator|b3BlcmF0b3I/.test(address))).toEqual([])
  await page.getByRole('button', { name: /Signed in as operator/ }).click()
  await page.getByText('May read rows as well').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('button', { name: /Signed in as operator/ }).click()
  // The application that the cockpit is part of keeps things of its own there.
  await page.evaluate(`sessionStorage.setItem('of.the.host', '1')`)
  // What proves who one is no page can read.
  expect(await page.evaluate('Object.keys(sessionStorage).sort()')).toEqual(['of.the.host'])
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.locator('#sign-in-user').waitFor()
  expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual(['of.the.host'])
})

journey('a server in development offers its users, and any the way home', async ({ open, url }) => {
  const page = await open('/cockpit/')
  const home = page.getByRole('link', { name: 'Saga home page' })
  expect(new URL((await home.getAttribute('href')) ?? '', page.url()).href).toBe(`${url}/`)
  await page
    .getByRole('group', { name: /try it as/ })
    .getByRole('button', { name: 'operator' })
    .click()
  await page.getByRole('button', { name: /Signed in as operator/ }).waitFor()
})

journey('a page that a role does not reach says so, and so does one that is not there', async ({ open }) => {
  const page = await openCockpit(open, '/import', 'viewer')
  await page.getByRole('heading', { name: 'Your role does not allow this page' }).waitFor()
  await page.getByText('It needs the role admin.').waitFor()
  await page.goto(page.url().replace('/import', '/nowhere'))
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'To the overview' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
})

journey('a page asks for nothing of the place that comes next', async ({ open }) => {
  const page = await openCockpit(open, '/tables', 'operator')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).search))
  for (const [hash, sight] of [
    ['/records/SagaFilm.People', '227 rows'],
    ['/tables', 'saga_People'],
    ['/records/SagaFilm.Film', 'Film'],
  ] as const) {
    await page.goto(page.url().replace(/#.*/, `#${hash}`))
    await page.getByText(sight).first().waitFor()
  }
  expect(asked.filter((search) => search.includes('schema=SagaFilm'))).toEqual([])
})

journey('it speaks German and is dark where the system is, and changes on a click', async ({ open }) => {
  const page = await openCockpit(open, '', 'viewer', { locale: 'de-DE', dark: true })
  await page.getByRole('heading', { name: 'Überblick', level: 1 }).waitFor()
  const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
  expect(await background()).toBe('rgb(18, 23, 28)')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: /Angemeldet als viewer/ }).click()
  await page.getByRole('option', { name: 'Hell' }).click()
  await untilTrue(page, 'getComputedStyle(document.body).backgroundColor === "rgb(245, 246, 247)"')
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  await page.reload()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(await background()).toBe('rgb(245, 246, 247)')
})

journey('the keyboard is enough to get to a page and into it', async ({ open }) => {
  const page = await openCockpit(open, '', 'operator')
  await page.locator('#content:focus').waitFor()
  // Who has signed in is in the page already; who opens it begins before it.
  await page.reload()
  await page.locator('.page-head h1').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('To the content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
  const items = page.getByRole('link', { name: 'Tables and views' })
  await items.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Tables and views', level: 1 }).waitFor()
})

journey('on a phone the navigation makes room for the page', async ({ open }) => {
  const page = await openCockpit(open, '', 'operator', { phone: true })
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(await sidewaysOverflow(page)).toBe(0)
  const item = page.getByRole('link', { name: 'Tables and views' })
  expect(await item.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Show or hide the navigation' }).click()
  await item.click()
  await page.getByRole('heading', { name: 'Tables and views', level: 1 }).waitFor()
  await item.waitFor({ state: 'hidden' })
  expect(await sidewaysOverflow(page)).toBe(0)
})

journey('all that the first page loads is small, and comes compressed', async ({ open }) => {
  const page = await open('/cockpit/')
  const sizes: Promise<readonly [path: string, bytes: number]>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/cockpit/'))
      sizes.push(response.headerValue('content-length').then((length) => [pathname, Number(length)]))
  })
  await page.reload({ waitUntil: 'networkidle' })
  await signIn(page, 'operator')
  await page.getByRole('heading', { name: 'Services' }).waitFor()
  await page.waitForLoadState('networkidle')
  const bytesOf = new Map(await Promise.all(sizes))
  expect(bytesOf.size).toBeGreaterThan(5)
  expect([...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(MOST_BYTES)
})
