/** The line above each Fiori app: home, and the other apps. */
import { barriers, settle, shown, startFiori } from '../support/fiori.ts'
import { sidewaysOverflow } from '../support/page-problems.ts'

const journey = startFiori()

for (const [app, name] of [
  ['films', 'Filme'],
  ['people', 'Figuren und Planeten'],
  ['shows', 'Serien'],
] as const)
  journey(`${app} leads home and to the other apps, on a phone as well`, async ({ open, url }) => {
    const page = await open(`/${app}/`, { locale: 'de-DE', phone: true })
    const shell = page.getByRole('navigation', { name: 'Apps' })
    await shell.getByRole('link', { name, exact: true }).and(page.locator('[aria-current=page]')).waitFor()
    expect(await page.title()).toBe(`${name} · Saga`)
    const links = await shell
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as { href?: string }).href))
    expect(links).toEqual(
      ['/', '/films/', '/people/', '/shows/', '/figures/', '/openapi/', '/cockpit/'].map((path) => url + path),
    )
    await shown(page, /\(\d+\)$/).waitFor()
    await settle(page)
    expect(await barriers(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await shell.getByRole('link', { name: 'Saga', exact: true }).click()
    await page.getByRole('heading', { name: 'Saga', level: 1 }).waitFor()
  })
