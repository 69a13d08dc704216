/** What the Fiori apps say when something that they need is away: their server, or SAPUI5 itself. */
import { control, rows, settle, startFiori } from '../support/fiori.ts'

const journey = startFiori()

journey(
  'an app whose server stops answering says so within seconds, and keeps what was typed',
  async ({ open, read, expectErrors }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED/, /./)
    const page = await open('/films/', { user: 'alice' })
    await rows(page, 'saga.films::FilmList', 'Film::LineItem').getByText('A New Hope', { exact: true }).click()
    await page.getByRole('heading', { name: 'A New Hope' }).first().waitFor()
    await settle(page)
    await control(page, 'saga.films::FilmPage', 'StandardAction::Edit').click()
    const title = page.locator('[id*="FormElement::DataField::title"] input').first()
    await title.waitFor()
    await settle(page)
    await page.context().setOffline(true)
    await title.fill('An Old Hope')
    await page.keyboard.press('Tab')
    const save = control(page, 'saga.films::FilmPage', 'FooterBar::StandardAction::Save')
    await save.click()
    const problem = page.getByRole('alert').getByText('The server cannot be reached')
    await problem.waitFor()
    expect(await title.inputValue()).toBe('An Old Hope')

    // Once it is back, what was typed is saved.
    await page.context().setOffline(false)
    await save.click()
    await control(page, 'saga.films::FilmPage', 'StandardAction::Edit').waitFor()
    await problem.waitFor({ state: 'detached' })
    const { value } = await read("/odata/v4/SagaFilm/Film?$filter=title eq 'An Old Hope'")
    expect(value).toHaveLength(1)
  },
)

for (const [app, list] of [
  ['people', 'saga.people::PeopleList'],
  ['shows', 'saga.shows::ShowList'],
] as const)
  journey(`${app} without a server says so within seconds`, async ({ open, expectErrors }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED/, /./)
    const page = await open(`/${app}/`)
    const go = page.locator(`[id^="${list}--fe::FilterBar::"][id$="-btnSearch"]`)
    await go.waitFor()
    await settle(page)
    await page.context().setOffline(true)
    await go.click()
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
  })

for (const app of ['films', 'people', 'shows'])
  journey(`without SAPUI5 ${app} says what is missing, and how to get it`, async ({ open, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    const page = await open('/')
    await page.route(/sap-ui-core\.js/, (route) => route.abort())
    await page.goto(page.url() + `${app}/`)
    await page.getByText('npm run ui5').waitFor()
    await page.getByText('SAPUI5 cannot be reached').waitFor()
  })
