/** Every page leads to what there is to read about its operation, without a network. */
import { startBrowser } from '../support/browser.ts'
import { openCockpit, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'

const journey = startBrowser()

journey('the question mark of a page opens the page of its operation beside it, which leads on', async ({ open }) => {
  const page = await openCockpit(open, '/export', 'admin')
  for (const [hash, title] of [
    ['/export', 'POST /export'],
    ['/import', 'POST /import'],
    ['/clone?what=schema', 'POST /schemaClone'],
    ['/dump', 'POST /dump'],
    ['/dump?what=load', 'POST /load'],
    ['/table/main/saga_People?tab=profile', 'POST /dataProfile'],
    ['/table/main/saga_People?tab=rows', 'Filters'],
  ] as const) {
    await page.goto(page.url().replace(/#.*/, `#${hash}`))
    const mark = page.getByRole('link', { name: 'Help for this page' })
    await mark.waitFor()
    const [help] = await Promise.all([page.waitForEvent('popup'), mark.click()])
    await help.getByRole('heading', { name: title, level: 1 }).waitFor()
    if (title === 'Filters') {
      await help.getByRole('cell', { name: 'rating > 8.7' }).waitFor()
      expect(await accessibilityProblems(help)).toEqual([])
      expect(await sidewaysOverflow(help)).toBe(0)
      await help.getByRole('link', { name: 'All operations' }).click()
      await help.getByRole('link', { name: 'POST /dataDiff' }).click()
      await help.getByRole('heading', { name: 'POST /dataDiff', level: 1 }).waitFor()
    }
    await help.close()
  }
  await page.goto(page.url().replace(/#.*/, '#/help/nothing'))
  await page.getByRole('heading', { name: 'Not found' }).waitFor()
  await page.goto(page.url().replace(/#.*/, '#/tables'))
  await tableOf(page, 'Tables and views of main').waitFor()
})
