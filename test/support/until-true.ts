import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const [EVERY_MS, MOST_MS] = [50, 30_000] as const

/**
 * Waits until an expression is true on a page. Playwright's `waitForFunction` asks a second time by `eval`, which the policy of
 * our pages refuses.
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  const end = performance.now() + MOST_MS
  while (!(await page.evaluate<boolean>(expression))) {
    if (performance.now() > end) throw new Error(`Not true after ${String(MOST_MS / 1_000)} s: ${expression}`)
    await wait(EVERY_MS)
  }
}
