/** From the cockpit to the other apps: beside each other in the line, or behind a button. */
import { openCockpit } from '../support/cockpit.ts'
import { startBrowser } from '../support/browser.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'

const journey = startBrowser()

const PATHS = ['/', '/films/', '/people/', '/shows/', '/figures/', '/openapi/', '/cockpit/']

for (const dark of [false, true])
  journey(
    `the line leads where the line of the apps leads, in both languages, dark: ${dark}`,
    async ({ open, url }) => {
      const page = await openCockpit(open, '', 'operator', { dark })
      const apps = page.getByRole('navigation', { name: 'Apps' })
      const links = apps.getByRole('link')
      const shownLinks = async (): Promise<string[]> => links.allInnerTexts()
      await links.last().waitFor()
      const cockpit = await shownLinks()
      const hrefs = await links.evaluateAll((all) => all.map((link) => (link as { pathname?: string }).pathname))
      expect(hrefs).toEqual(PATHS)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: /Signed in as operator/ }).click()
      await page.getByRole('option', { name: 'Deutsch' }).click()
      await apps.getByRole('link', { name: 'Figuren und Planeten' }).waitFor()
      const german = await shownLinks()
      await page.goto(`${url}/figures/`)
      expect(await shownLinks()).toEqual(german)
      await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
      await page.getByRole('heading', { name: 'Figures' }).waitFor()
      expect(await shownLinks()).toEqual(cockpit)
    },
  )

journey('on a phone they are behind a button, which the keyboard can use', async ({ open, url }) => {
  const page = await openCockpit(open, '', 'viewer', { phone: true })
  expect(await sidewaysOverflow(page)).toBe(0)
  const button = page.getByRole('button', { name: 'Other apps' })
  await button.focus()
  await page.keyboard.press('Enter')
  const people = page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'People and Planets' })
  await people.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await people.waitFor({ state: 'hidden' })
  await button.click()
  await page.getByRole('link', { name: 'Figures' }).click()
  await page.waitForURL(`${url}/figures/`)
})
