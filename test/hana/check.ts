/**
 * `npm run check:hana [-- --credentials service-key.json]`: whether the administration API works on a SAP HANA of yours,
 * Cloud or 2.0. It makes schemas `SAGA_CHECK_…`, works in them alone, and drops them. What it finds is a table; it ends
 * with 1 if anything failed.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { loadDriver } from '../../srv/admin/database/hana/driver.ts'
import { checkHana } from './check-hana.ts'
import { findCredentials } from './credentials.ts'
import { Report } from './report.ts'

const { credentials: file } = parseArgs({ options: { credentials: { type: 'string' } } }).values
const report = new Report()
try {
  const credentials = findCredentials(process.env, file === undefined ? undefined : readFileSync(file, 'utf8'))
  for await (const line of checkHana(loadDriver(), credentials)) report.add(line)
  console.log(report.toString())
  process.exitCode = report.hasFailed ? 1 : 0
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
