/**
 * Creates the tables of the chosen database and fills them, or brings them up to date: `npm run deploy -- --profile pg`.
 * Unlike `cds-deploy` it knows profiles, and does not print the credentials. HANA is deployed to by `gen/db`.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'

const { profile } = parseArgs({ options: { profile: { type: 'string' } } }).values
// eslint-disable-next-line no-restricted-properties -- CAP reads them when it is loaded, which is below
if (profile !== undefined) Object.assign(process.env, { CDS_ENV: profile })
// eslint-disable-next-line no-restricted-properties -- as in server.js
process.env['CDS_TYPESCRIPT'] = 'true'

/** What CAP does not tell TypeScript of. */
interface Cap {
  readonly plugins: Promise<unknown>
  readonly env: { readonly requires: { readonly db: { readonly kind: string } } }
  readonly connect: { to(name: string): Promise<{ disconnect(): Promise<void> }> }
  deploy(model: string): { to(database: object): Promise<unknown> }
}

const cds = (await import('@sap/cds')).default as unknown as Cap
await cds.plugins
if (cds.env.requires.db.kind === 'hana')
  throw new Error('The artifacts of gen/db deploy themselves to SAP HANA; choose another profile')
const database = await cds.connect.to('db')
await cds.deploy('*').to(database)
await database.disconnect()
