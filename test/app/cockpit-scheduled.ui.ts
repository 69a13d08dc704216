/** What checks that are run by themselves have found. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser, usersOfTests } from '../support/browser.ts'
import { cellsOf, expectUsable, openCockpit } from '../support/cockpit-page.ts'

const checks = mkdtempSync(join(tmpdir(), 'saga-checks-'))
const { requires, ...settings } = JSON.parse(usersOfTests()) as { requires: object }
const dba = { checks, schedules: { model: '1 day' } }
const config = { ...settings, requires: { ...requires, dba, 'dba-history': true } }
const journey = startBrowser({ env: { CDS_CONFIG: JSON.stringify(config) } })

const FILE = `table: saga_Film
owner: films
every: 1 second
checks:
  - row_count: { must_be_greater_than: 0 }
    name: there are films
  - invalid: { column: title, valid_max_length: 14 }
    severity: warning
`

journey(
  'scheduled checks have their state, their last results, and lead to the rules of their table',
  async ({ open }) => {
    writeFileSync(join(checks, 'films.yaml'), FILE)
    const page = await openCockpit({ open }, 'validation', 'operator')
    await page.getByRole('heading', { name: 'Scheduled checks' }).waitFor()
    while ((await page.getByRole('img', { name: /of (?:[2-9]|\d\d) passed/ }).count()) < 2) {
      await page.waitForTimeout(1_000)
      await page.reload()
      await page.getByRole('heading', { name: 'Scheduled checks' }).waitFor()
    }
    const rows = await cellsOf(page, 'Scheduled checks')
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['warning', expect.stringContaining('films.yaml:7:14'), 'saga_Film', 'films'],
      ['passed', 'What the model says', '–', expect.anything()],
      ['passed', expect.stringContaining('there are films'), 'saga_Film', 'films'],
    ])
    await expectUsable(page)
    await page.getByRole('table', { name: 'Scheduled checks' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Check the known rules' }).waitFor()
  },
)
