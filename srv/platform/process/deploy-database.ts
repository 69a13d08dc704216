/**
 * Creates the tables of the chosen database and fills them, or brings them up to date: `npm run deploy -- --profile pg`.
 * `--anew` begins with an empty SQLite file. Unlike `cds-deploy` it knows profiles, and does not print the credentials.
 * The tables of SAP HANA are made by `gen/db`; there it only fills those that are empty.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'

const { profile, anew } = parseArgs({
  options: { profile: { type: 'string' }, anew: { type: 'boolean', default: false } },
}).values
// eslint-disable-next-line no-restricted-properties -- CAP reads them when it is loaded, which is below
if (profile !== undefined) Object.assign(process.env, { CDS_ENV: profile })
// eslint-disable-next-line no-restricted-properties -- as in server.js
process.env['CDS_TYPESCRIPT'] = 'true'

/** What CAP does not tell TypeScript of. */
interface Cap {
  readonly plugins: Promise<unknown>
  readonly env: { readonly requires: { readonly db: { readonly kind: string } } }
  readonly connect: { to(name: string): Promise<{ disconnect(): Promise<void> }> }
  readonly deploy: { (model: string): { to(database: object): Promise<unknown> }; schema: () => Promise<boolean> }
}

const cds = (await import('@sap/cds')).default as unknown as Cap
const { databaseFile } = await import('./database.ts')
const { fillEmptyTablesOnly } = await import('./initial-data.ts')
const { removeFile } = await import('./sqlite-backup.ts')

const deploy = async (): Promise<void> => {
  await cds.plugins
  const { db } = cds.env.requires
  const file = databaseFile(db)
  if (anew && file === undefined)
    throw new Error('Only a SQLite file can be deployed to anew; drop the database yourself')
  if (anew && file !== undefined) await removeFile(file)
  if (db.kind === 'hana') {
    cds.deploy.schema = () => Promise.resolve(true)
    fillEmptyTablesOnly()
  }
  const database = await cds.connect.to('db')
  // A pool that stays open would keep the process.
  await cds
    .deploy('*')
    .to(database)
    .finally(() => database.disconnect())
}

try {
  await deploy()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
