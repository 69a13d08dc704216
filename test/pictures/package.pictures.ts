/** `npm run pictures`: those of the README of `cds-dba`, in `srv/admin/pictures/`. */
import { join } from 'node:path'
import { startBrowser } from '../support/browser.ts'
import { openCockpit } from '../support/cockpit-page.ts'
import { ROOT } from '../support/server-process.ts'

/** Addresses within the cockpit; what is only there by a button, with it. */
const PAGES: Readonly<Record<string, { readonly address: string; readonly isStarted?: true }>> = {
  lineage: { address: 'lineage?schema=main&table=SagaEpisode_Show2Planets' },
  query: { address: 'query?sql=SELECT+name,+climate+FROM+saga_Planet', isStarted: true },
}

const journey = startBrowser()

journey('pages that the package shows of itself', async ({ open }) => {
  const page = await openCockpit({ open }, 'tables', 'admin')
  await page.setViewportSize({ width: 1080, height: 640 })
  for (const [name, { address, isStarted }] of Object.entries(PAGES)) {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${address}`)}`)
    await page.locator('main h1, main h2').first().waitFor()
    if (isStarted) await page.locator('main ui5-button[design="Emphasized"]').first().click()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(4_000)
    await page.screenshot({ path: join(ROOT, 'srv/admin/pictures', `${name}.png`) })
  }
})
