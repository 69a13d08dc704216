/** What runs in a PostgreSQL and who waits for whom, one session is ended; and what a SQLite tells. */
import { startBrowser, usersOfTests } from '../support/browser.ts'
import { cellsOf, expectUsable, openCockpit } from '../support/cockpit-page.ts'
import { connectPostgres } from '../support/postgres-client.ts'
import { type Postgres, startDeployedPostgres } from '../support/postgres.ts'
import { SERVE } from '../support/server-on.ts'
import { startServer } from '../support/server-process.ts'

describe('on PostgreSQL', () => {
  let postgres: Postgres | undefined
  const journey = startBrowser({
    start: async () => {
      postgres = await startDeployedPostgres()
      const { port, password } = postgres.credentials
      const env = {
        CDS_CONFIG: usersOfTests(),
        CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
        CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
      }
      return startServer(`${SERVE} --profile pg`, { env })
    },
  })
  afterAll(() => postgres?.stop())

  const connect = async (given: object = {}) => {
    const client = await connectPostgres({ ...postgres?.credentials, ...given })
    client.on('error', () => undefined)
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    return { client, number: String(rows[0]?.['pid']) }
  }

  journey('the plan of a statement is drawn with what each step takes', async ({ open }) => {
    const page = await openCockpit({ open }, 'query', 'admin')
    await page
      .getByRole('textbox', { name: 'Statement' })
      .fill('SELECT count(*) FROM saga_planet a JOIN saga_planet b ON a.climate = b.climate')
    await page.getByRole('button', { name: 'Explain' }).click()
    const plan = page.getByRole('list', { name: 'Plan' })
    await plan
      .getByText(/^Cost [\d.]+%$/)
      .first()
      .waitFor()
    expect(await plan.getByText(/^Time/).count()).toBe(0)
    await page.getByRole('button', { name: 'Run and measure' }).click()
    await plan
      .getByText(/^Time [\d.]+%, [\d.]+ ms$/)
      .first()
      .waitFor()
    await plan
      .getByText(/rows?, (but )?estimated/)
      .first()
      .waitFor()
    await page.getByText('How the database ran the statement', { exact: false }).waitFor()
    await expectUsable(page)
  })

  journey('who comes is shown by itself, once that is asked for', async ({ open }) => {
    const page = await openCockpit({ open }, 'sessions', 'admin')
    await page.getByRole('button', { name: 'Refresh the sessions' }).waitFor()
    const { client, number } = await connect({ application_name: 'later' })
    const cell = page.getByText(number, { exact: true })
    expect(await cell.count()).toBe(0)
    await page.getByRole('button', { name: 'Live' }).click()
    await cell.waitFor()
    await client.end()
    await cell.waitFor({ state: 'detached' })
    await expectUsable(page)
  })

  journey('an administrator finds who blocks others, and ends it after a question', async ({ open }) => {
    const owner = await connect()
    await owner.client.query(`CREATE TABLE locked (id int PRIMARY KEY); INSERT INTO locked VALUES (1);
      CREATE ROLE holder LOGIN PASSWORD 'holder'; GRANT ALL ON locked TO holder`)
    const holder = await connect({ user: 'holder', password: 'holder', application_name: 'month end' })
    await holder.client.query(`BEGIN; UPDATE locked SET id = 2 WHERE id = 1`)
    const waited = owner.client.query(`UPDATE locked SET id = 3 WHERE id = 1`)
    const { number } = holder

    const page = await openCockpit({ open }, 'overview', 'admin')
    await page.getByRole('link', { name: /^\d+ sessions, 1 waits for another$/ }).click()
    await page.locator('.wait-list .wait-list').getByText('waits for').waitFor()
    expect(await page.locator('.wait-list').first().locator('> li').first().innerText()).toContain(
      `${number} · holder · idle in transaction`,
    )
    const rows = await cellsOf(page, 'Sessions')
    expect(rows.find(([first]) => first === owner.number)?.join(' ')).toContain(number)
    const heights = await page
      .getByRole('table', { name: 'Sessions' })
      .locator('tbody tr')
      .evaluateAll((lines) => (lines as unknown as { offsetHeight: number }[]).map((line) => line.offsetHeight))
    expect(Math.max(...heights)).toBeLessThan(40)
    await page.getByRole('button', { name: /^UPDATE locked SET id = 3/ }).press('Enter')
    await page.locator('ui5-dialog pre').getByText('UPDATE').waitFor()
    await expectUsable(page)
    await page.keyboard.press('Escape')
    await page.getByText('pg_stat_statements was not read').waitFor()
    await expectUsable(page)

    await page.getByRole('button', { name: `End session ${number}`, exact: true }).click()
    await page.getByText(`End session ${number} of holder? Its open transaction is rolled back.`).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: `End session ${number}`, exact: true }).click()
    await page.locator('ui5-dialog').getByRole('button', { name: 'End session', exact: true }).click()
    await waited
    await page.getByText('No session waits for another.').waitFor()
    expect((await owner.client.query('SELECT id FROM locked')).rows).toEqual([{ id: 3 }])
    await owner.client.end()
  })

  journey('an operator sees it in German and in the dark, and ends nothing', async ({ open }) => {
    const visitor = { dark: true, phone: true, locale: 'de-DE' } as const
    const page = await openCockpit({ open }, 'sessions', 'operator', visitor)
    await page.getByRole('heading', { name: 'Blockierende Sitzungen' }).waitFor()
    expect(await page.getByRole('button', { name: /Sitzung \d+ beenden/ }).count()).toBe(0)
    await expectUsable(page)
  })
})

describe('on SQLite', () => {
  const journey = startBrowser()

  journey('it says that there are no sessions, and what is known', async ({ open }) => {
    const page = await openCockpit({ open }, 'sessions', 'operator')
    await page.getByText('SQLite has no sessions').waitFor()
    await page.getByRole('heading', { name: 'Connections of this cockpit' }).waitFor()
    await expectUsable(page)
  })
})
