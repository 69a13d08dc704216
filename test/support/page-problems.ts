/** What can be said of every page: nothing that a program can find keeps anybody out. */
import { type AxeResults, source } from 'axe-core'
import type { Page } from 'playwright-core'

const GRAVE: ReadonlySet<unknown> = new Set(['serious', 'critical'])

/**
 * What axe calls serious or critical, in a line for each place.
 *
 * @param except selectors of parts that are not ours to repair.
 */
export async function accessibilityProblems(page: Page, except: readonly string[] = []): Promise<string[]> {
  // Evaluated, not added as a script: the page's content security policy stays as it is.
  await page.evaluate(source)
  const run = `axe.run({ exclude: ${JSON.stringify(except)} }, { resultTypes: ['violations'] })`
  const { violations } = await page.evaluate<AxeResults>(run)
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, help, nodes }) => nodes.map(({ target, html }) => `${id}: ${help} — ${target.join(' ')} ${html}`))
}

/** By how many pixels the page is wider than its window: somebody on a phone would have to scroll sideways. */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
