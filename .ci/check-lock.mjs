/**
 * Refuses a lock file that would bring in what must not be installed. Runs before `npm ci`, on any Node from 20 on, without packages:
 * a malicious release acts while it is installed.
 *
 *     node .ci/check-lock.mjs [folder of package-lock.json]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Releases known to be malicious: GHSA-pvw4-cvr4-97p8 (CVE-2026-46421). */
const DENIED = ['@cap-js/sqlite@2.2.2', '@cap-js/postgres@2.2.2', '@cap-js/db-service@2.10.1', 'mbt@1.2.48']

const file = join(process.argv[2] ?? '.', 'package-lock.json')
const { packages } = JSON.parse(readFileSync(file, 'utf8'))
const problems = []
for (const [path, { name, version, resolved, integrity, link, inBundle }] of Object.entries(packages)) {
  if (path === '') continue
  const id = `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`
  if (DENIED.includes(id)) problems.push(`${id} is a malicious release`)
  // Workspaces are folders of this project, and links to them.
  const isOurs = link || !path.includes('node_modules/')
  const isHere = (link && packages[resolved]) || /^file:[\w-]+\//.test(resolved)
  if (resolved && !isHere) problems.push(`${id} names a host: ${resolved}`)
  if (!integrity && !isOurs && !inBundle) problems.push(`${id} has no integrity`)
}
for (const problem of problems) process.stderr.write(`${file}: ${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
