/** The cockpit on a PostgreSQL of several schemas, whose tables refer to each other. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser, usersOfTests } from '../support/browser.ts'
import { openCockpit, readTable, tableOf } from '../support/cockpit.ts'
import { accessibilityProblems } from '../support/page-problems.ts'
import { connectPostgres } from '../support/postgres-client.ts'
import { type Postgres, startDeployedPostgres } from '../support/postgres.ts'
import { SERVE } from '../support/server-on.ts'
import { startServer } from '../support/server-process.ts'

const TABLES = `
  CREATE SCHEMA "Verkauf";
  CREATE SCHEMA "lager & versand";
  CREATE DOMAIN "Verkauf".betrag AS numeric(12, 2) DEFAULT 0 NOT NULL;
  CREATE TABLE "lager & versand"."Artikel/Teile?#%" (id text PRIMARY KEY, "😀" text);
  INSERT INTO "lager & versand"."Artikel/Teile?#%" VALUES ('A-1', 'x'), ('A-2', 'y');
  CREATE TABLE "Verkauf"."Kunden" (id int PRIMARY KEY, wirbt int REFERENCES "Verkauf"."Kunden");
  CREATE TABLE "Verkauf"."Positionen" (id int PRIMARY KEY, artikel text, preis "Verkauf".betrag);
  INSERT INTO "Verkauf"."Positionen" VALUES (1, 'A-1', 1), (2, 'A-1', 2), (3, 'gone', 3);
  ALTER TABLE "Verkauf"."Positionen" ADD CONSTRAINT "ohne Prüfung" FOREIGN KEY (artikel)
    REFERENCES "lager & versand"."Artikel/Teile?#%" NOT VALID;`
const folder = mkdtempSync(join(tmpdir(), 'schemas-'))
let postgres: Postgres | undefined

const journey = startBrowser({
  start: async () => {
    postgres = await startDeployedPostgres()
    const client = await connectPostgres(postgres.credentials)
    await client.query(TABLES)
    await client.end()
    const { port, password } = postgres.credentials
    const dba = { allowedSchemas: ['*'], files: join(folder, 'files'), schemas: join(folder, 'schemas') }
    const { requires } = JSON.parse(usersOfTests()) as { requires: object }
    const env = {
      CDS_CONFIG: JSON.stringify({ requires: { ...requires, dba } }),
      CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
      CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
    }
    return startServer(`${SERVE} --profile pg`, { env })
  },
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ARTICLES = `/table/${encodeURIComponent('lager & versand')}/${encodeURIComponent('Artikel/Teile?#%')}`

journey('an alert leads to the table that it is about, in German too', async ({ open }) => {
  const page = await openCockpit(open, '/overview', 'operator', { locale: 'de-DE' })
  const [alert] = await readTable(tableOf(page, 'Meldungen').first())
  expect(alert).toMatchObject({
    Meldung: 'Ungeprüfte Bedingung',
    Beschreibung: 'Zeilen aus der Zeit vor der Bedingung können sie verletzen.',
    Quelle: 'Prüfung dieses Servers',
  })
  await page.getByRole('link', { name: 'Verkauf.ohne Prüfung' }).click()
  await page.getByRole('heading', { name: 'Positionen' }).waitFor()
  await page
    .getByRole('button', { name: /Prüfen.*Verweise|Verweise.*prüfen/i })
    .first()
    .click()
  await page
    .getByText(/verwaiste|verweist auf/)
    .first()
    .waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

journey('keys are followed through schemas, there and back', async ({ open }) => {
  const page = await openCockpit(open, `${ARTICLES}?tab=structure`, 'operator')
  const referring = await readTable(tableOf(page, 'Referenced by'))
  expect(referring).toMatchObject([{ Table: 'Verkauf.Positionen', Column: 'artikel' }])
  await page.goto(page.url().replace('tab=structure', 'tab=rows'))
  await page.getByRole('button', { name: 'Show row 1' }).click()
  await page.getByText('2 rows of Verkauf.Positionen (artikel)').click()
  await page.getByText('1 – 2 of 2').waitFor()
  await page.locator('.grid').getByRole('link', { name: 'A-1' }).first().click()
  await page.getByRole('heading', { name: 'Artikel/Teile?#%' }).waitFor()
  await page.getByText('1 – 1 of 1').waitFor()
  await page.goBack()
  await page.getByText('1 – 2 of 2').waitFor()
})

journey('the structure tells what a domain demands', async ({ open }) => {
  const page = await openCockpit(open, '/table/Verkauf/Positionen?tab=structure', 'operator')
  const columns = await readTable(tableOf(page, 'Columns'))
  expect(columns.at(-1)).toMatchObject({ Column: 'preis', NULL: 'not allowed', Default: '0' })
})

journey('the diagram draws what refers to itself, and names tables of other schemas', async ({ open }) => {
  const page = await openCockpit(open, '/diagram?schema=Verkauf', 'operator')
  await page.locator('.graph-name', { hasText: 'lager & versand.Artikel/Teile?#%' }).waitFor()
  const loop = page.locator('.graph-line', { hasText: 'Kunden (wirbt) → Kunden (id)' })
  const table = page.locator('.graph-node', { hasText: 'wirbt' })
  const [line, box] = [await loop.boundingBox(), await table.locator('.graph-box').boundingBox()]
  expect(Math.abs(line!.x - box!.x - box!.width)).toBeLessThan(8)
  expect(line!.y).toBeGreaterThan(box!.y)
  expect(line!.y + line!.height).toBeLessThan(box!.y + box!.height)
})
