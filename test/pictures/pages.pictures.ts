/**
 * `npm run pictures`: a picture of every page in `test/screenshots/pages/`, light and dark, wide and on a phone, in English
 * and German, to be looked at; and those of the README in `app/pictures/`.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Journey, Visitor } from '../support/browser.ts'
import { signIn } from '../support/cockpit.ts'
import { settle, startFiori } from '../support/fiori.ts'
import { ROOT } from '../support/server-process.ts'

const FOLDER = join(ROOT, 'test', 'screenshots', 'pages')

const VISITORS: Readonly<Record<string, Visitor>> = {
  light: {},
  dark: { dark: true },
  phone: { phone: true },
  german: { locale: 'de-DE' },
}

/** What the README shows, of the light pictures. */
const OF_README: Readonly<Record<string, string>> = {
  'films-object': 'films',
  'cockpit-table': 'cockpit',
}

/** Addresses within the cockpit. */
const COCKPIT: Readonly<Record<string, string>> = {
  overview: '',
  tables: 'tables',
  table: 'table/main/saga_People?tab=rows',
  'table-structure': 'table/main/saga_People?tab=structure',
  'table-profile': 'table/main/saga_People?tab=profile',
  'table-lineage': 'table/main/saga_People?tab=lineage',
  'table-checks': 'table/main/saga_People?tab=checks',
  view: 'table/main/SagaFilm_Film?tab=structure',
  records: 'records/SagaFilm.Film',
  lineage: 'lineage?schema=main&table=SagaEpisode_Show2Planets',
  diagram: 'diagram?schema=main&table=saga_Film&depth=1',
  timeseries: 'timeseries?schema=main&table=saga_Episode&timeColumn=air_date',
  query: 'query?sql=SELECT+name,+climate+FROM+saga_Planet',
  compare: 'compare?schema1=main&table1=saga_Planet&schema2=main&table2=saga_Planet',
  validation: 'validation?schema=main&table=saga_People',
  duplicates: 'duplicates?schema=main&table=saga_People&columns=name',
  references: 'references',
  'compare-schema': 'compare-schema',
  export: 'export?schema=main&table=saga_Film',
  import: 'import',
  clone: 'clone?schema=main&table=saga_People',
  sessions: 'sessions',
  operations: 'operations',
  nowhere: 'nowhere',
}

/** Pages that show something only when their button is pressed. */
const STARTED: ReadonlySet<string> = new Set([
  'table-profile',
  'query',
  'compare',
  'validation',
  'duplicates',
  'references',
])

const journey = startFiori()

/** Resolves in the page when nothing has changed in it for a while, or after ten seconds. */
const STILL = `new Promise((resolve) => {
  let timer = setTimeout(resolve, 1500)
  new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(resolve, 1500)
  }).observe(document, { subtree: true, childList: true, characterData: true })
  setTimeout(resolve, 10000)
})`

const take = async (page: Page, name: string, visitor: string): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(STILL)
  mkdirSync(FOLDER, { recursive: true })
  const path = join(FOLDER, `${name}-${visitor}.png`)
  await page.screenshot({ path })
  const kept = OF_README[name]
  if (visitor === 'light' && kept !== undefined) copyFileSync(path, join(ROOT, 'app', 'pictures', `${kept}.png`))
}

const takePages = async ({ open, read, expectErrors }: Journey, visitor: string): Promise<void> => {
  expectErrors(/404 \(Not Found\) \(http:\/\/127\.0\.0\.1:\d+\/nowhere\)/)
  const as = VISITORS[visitor]
  for (const [name, path] of [
    ['home', '/'],
    ['figures', '/figures/'],
    ['openapi', '/openapi/'],
    ['nowhere', '/nowhere'],
  ] as const) {
    const page = await open(path, as)
    await take(page, name, visitor)
    await page.context().close()
  }
  const firstOf = async (path: string): Promise<string> => ((await read(path)).value as { ID: string }[])[0]?.ID ?? ''
  const film = await firstOf('/odata/v4/SagaFilm/Film?$select=ID&$orderby=release_date&$top=1')
  const person = await firstOf(`/odata/v4/SagaFilm/People?$select=ID&$filter=name eq 'Luke Skywalker'`)
  const planet = await firstOf(`/odata/v4/SagaFilm/Planet?$select=ID&$filter=name eq 'Tatooine'`)
  const show = await firstOf('/odata/v4/SagaEpisode/Shows?$select=ID&$orderby=title&$top=1')
  const episode = await firstOf(`/odata/v4/SagaEpisode/Shows(${show})/episodes?$select=ID&$orderby=air_date&$top=1`)
  const apps = [
    ['films-list', '/films/'],
    ['films-object', `/films/#/Film(ID=${film},IsActiveEntity=true)`],
    ['people-list', '/people/'],
    ['people-object', `/people/#/People(${person})`],
    ['people-planet', `/people/#/Planet(${planet})`],
    ['shows-list', '/shows/'],
    ['shows-object', `/shows/#/Shows(${show})`],
    ['shows-episode', `/shows/#/Shows(${show})/episodes(${episode})`],
  ] as const
  for (const [name, path] of apps) {
    const page = await open(path, as)
    await settle(page)
    await take(page, name, visitor)
    await page.context().close()
  }
}

const takeCockpit = async ({ open }: Journey, visitor: string): Promise<void> => {
  const page = await open('/cockpit/', VISITORS[visitor])
  await page.locator('#sign-in-user input').waitFor()
  await take(page, 'cockpit-sign-in', visitor)
  await signIn(page, 'admin')
  await page.locator('main h1, main h2').first().waitFor()
  for (const [name, address] of Object.entries(COCKPIT)) {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${address}`)}`)
    await page.locator('main h1, main h2').first().waitFor()
    if (STARTED.has(name)) await page.locator('main ui5-button[design="Emphasized"]').first().click()
    await take(page, `cockpit-${name}`, visitor)
  }
}

for (const visitor of Object.keys(VISITORS)) {
  journey(`pages, ${visitor}`, (given) => takePages(given, visitor))
  journey(`cockpit, ${visitor}`, (given) => takeCockpit(given, visitor))
}
