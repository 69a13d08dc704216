/** The cockpit of an application that this repository does not own: the sample of `cds init`, with the package from its tarball. */
import { createSample, type ForeignApp, packDba } from '../support/foreign-app.ts'
import { startBrowser } from '../support/browser.ts'
import { readTable, tableOf } from '../support/cockpit.ts'

let app: ForeignApp

const journey = startBrowser({
  start: () => {
    app = createSample()
    app.add(packDba())
    return app.start({ requires: { dba: { cockpit: '/tools/db', path: '/tools/dba' } } })
  },
  knownErrors: [/status of 401 \(Unauthorized\)/],
})
afterAll(() => {
  app.remove()
})

journey(
  'it has the name of the application, its tables and rows, and offers no page that needs more',
  async ({ open }) => {
    const page = await open('/tools/db/')
    await page.getByRole('heading', { name: 'Host Cockpit', level: 1 }).waitFor()
    const home = page.getByRole('link', { name: 'Host home page' })
    expect(new URL((await home.getAttribute('href')) ?? '', page.url()).pathname).toBe('/')
    // Of the mocked users, those of CAP have no role here: only the package's own is told, and a click on it signs in.
    const trial = page.getByRole('group', { name: /try it as/ }).getByRole('button')
    expect(await trial.count()).toBe(1)
    await trial.and(page.getByRole('button', { name: 'dba' })).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(await page.title()).toBe('Overview · Host Cockpit')
    await page.getByText('Tables and views').first().waitFor()
    expect(await page.getByText('Records of the model').count()).toBe(0)
    await page.goto(page.url().replace(/#.*|$/, '#/records'))
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.goto(page.url().replace(/#.*/, '#/table/main/sap_capire_bookshop_Books?tab=rows'))
    await page.getByText('Wuthering Heights').first().waitFor()
    const rows = await readTable(tableOf(page, 'Rows of sap_capire_bookshop_Books'))
    const mark = page.getByRole('link', { name: 'Help for this page' })
    const [help] = await Promise.all([page.waitForEvent('popup'), mark.click()])
    await help.getByRole('heading', { name: 'Filters', level: 1 }).waitFor()
    expect(rows.map((row) => Object.values(row).find((cell) => /^2\d\d$/.test(cell)))).toEqual([
      '201',
      '207',
      '251',
      '252',
      '271',
    ])
  },
)
