/** What journeys through the Fiori apps need: SAPUI5 on this machine, its known complaints, and its controls by their stable ids. */
import type { Locator, Page } from 'playwright-core'
import { findLocalUi5 } from '../../srv/platform/pages/index.ts'
import { type Settings, startBrowser } from './browser.ts'
import { accessibilityProblems } from './page-problems.ts'
import { ROOT } from './server-process.ts'

/** Errors that SAPUI5 1.136 reports of itself on pages that work. */
const KNOWN_UI5_ERRORS: readonly RegExp[] = [
  // The apps are not built: UI5 looks for a bundle of theirs first.
  /Component-preload\.js/,
  // No texts of this library for a country, only for the language.
  /sap\/fe\/templates\/messagebundle_/,
  // Libraries that Fiori Elements uses where they are there, and that npm does not have.
  /sap\/(?:insights|cards\/ap\/common)\//,
  /^uncaught:\s*(?:undefined|null)?\s*$/,
  // Without their addresses, but with those of the scripts that asked, the errors above.
  /^console: Failed to load resource: .* 404 \(Not Found\) \(http:\/\/127\.0\.0\.1:\d+\/(?:resources\/sap-ui-core|common\/(?:reachable|session))\.js\)$/,
  // Services of the launchpad, in which the apps do not run here.
  /navigationService\.storeInnerAppStateAsync is not a function/,
  // A page that takes longer than that on a busy machine.
  /The PageReady Event was not fired within the \d+ ms timeout/,
  // What Fiori Elements tells its own tables and filters.
  /PropertyInfoValidator: |PropertyInfo validation is disabled/,
  /"center bottom" is not of type "sap\.ui\.core\.Popup\.Dock"/,
  /Unsupported context: .*;transient\]/,
  /FilterUitl\.js : - could not find propertyMetadata/,
  /Wrong parameters defined for filter\./,
  /Command 'DeleteEntry::ContextMenu' is not defined in component manifest/,
]

/** What axe finds in the markup of SAPUI5 1.136, which is not ours to repair. */
const KNOWN_UI5_BARRIERS: readonly RegExp[] = [
  // A table whose columns have moved below each other has rows that are none.
  /^aria-required-children: .*class="sapMListTbl /,
  // The switch that shows or hides what has no room in a table has no name.
  /^aria-input-field-name: .*-showHideDetails /,
  // The parts of a header that scroll sideways on a phone are a list without the list.
  /^aria-required-parent: .*class="sapMHdrCntrItemCntr /,
]

/** What axe finds on a page of a Fiori app, but for what SAPUI5 does everywhere. */
export async function barriers(page: Page): Promise<string[]> {
  const problems = await accessibilityProblems(page)
  return problems.filter((problem) => !KNOWN_UI5_BARRIERS.some((known) => known.test(problem)))
}

/** Starts one server and one browser for the journeys through Fiori apps of a file. @param env of the server. */
export function startFiori(env: Settings['env'] = {}): ReturnType<typeof startBrowser> {
  beforeAll(() => {
    if (findLocalUi5(ROOT) === undefined)
      throw new Error('There is no SAPUI5 on this machine: "npm run ui5" builds it.')
  })
  return startBrowser({ env, knownErrors: KNOWN_UI5_ERRORS })
}

/** A control of a page, such as `saga.films::FilmPage`, by its stable id. */
export const control = (page: Page, view: string, id: string): Locator => page.locator(`[id="${view}--fe::${id}"]`)

/** The first place where a text can be seen: UI5 keeps others for screen readers. */
export const shown = (page: Page, text: string | RegExp): Locator =>
  page.getByText(text).locator('visible=true').first()

/** What is open in front of a page. */
export const dialog = (page: Page): Locator =>
  page.locator('[role="dialog"]:visible, [role="alertdialog"]:visible').last()

/** The rows of the table of a page, such as `characters::LineItem`: those with data. */
export const rows = (page: Page, view: string, table: string): Locator =>
  page.locator(`[id="${view}--fe::table::${table}-innerTable-tblBody"] > tr.sapMLIB`)

/** What a page offers to change records with. */
export const changeButtons = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Edit|Delete|Create)$/ }).locator('visible=true')

/** Waits until nothing is busy any more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('.sapUiLocalBusyIndicator:visible, .sapUiBusy:visible').first().waitFor({ state: 'detached' })
}
