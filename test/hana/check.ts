/**
 * `npm run check:hana [-- --credentials service-key.json]`: whether the administration API works on a SAP HANA of yours,
 * Cloud or 2.0. Who may make schemas sees it work in `SAGA_CHECK_…` alone, and drop them, also when it is stopped; for others it
 * works on temporary tables. What it finds is a table; it ends with 1 if anything failed, and with 130 when it was stopped.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { loadDriver } from '../../srv/admin/database/hana/load-driver.ts'
import { checkHana } from './check-hana.ts'
import { findCredentials } from './credentials.ts'
import { progressTo } from './progress.ts'
import { Report } from './report.ts'

const { credentials: file } = parseArgs({ options: { credentials: { type: 'string' } } }).values
const report = new Report()
const progress = progressTo((text) => void process.stderr.write(text))
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    process.stderr.write('Stopping: what was made is dropped first …\n')
    stopping.abort()
  })
try {
  const credentials = findCredentials(process.env, file === undefined ? undefined : readFileSync(file, 'utf8'))
  for await (const line of checkHana(loadDriver(), credentials, stopping.signal)) {
    report.add(line)
    progress(line)
  }
  console.log(report.toString())
  process.exitCode = stopping.signal.aborted ? 130 : report.hasFailed ? 1 : 0
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
