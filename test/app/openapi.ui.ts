/** The page of the OpenAPI documents, in a browser. */
import { startBrowser } from '../support/browser.ts'
import { accessibilityProblems, sidewaysOverflow } from '../support/page-problems.ts'

const journey = startBrowser()

journey('the documents of all services can be read', async ({ open, read }) => {
  const page = await open('/openapi/')
  const documents = (await read('/openapi/index.json')) as { title: string }[]
  for (const { title } of documents) {
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { name: title }).waitFor()
  }
  // What is inside is Swagger UI's own.
  expect(await accessibilityProblems(page, ['#viewer'])).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)
})
