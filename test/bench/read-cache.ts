/**
 * `npm run bench -- read-cache [--rounds 5] [--milliseconds 700]`: a host with `cds-read-cache` beside the same host without it, as
 * a signed-in user asks them. They take turns; the best round of each counts.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCachedHost } from '../support/cached-host.ts'
import type { Outcome, Step } from './http-load.ts'
import { type BenchServer, ROOT, startCap } from './odata-server.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, milliseconds: { type: 'string', default: '700' } },
})

const READS: Readonly<Record<string, string>> = {
  'a list': '/odata/v4/shop/Books',
  'a record': '/odata/v4/shop/Books(1)',
  'a list with a count, sorted': '/odata/v4/shop/Books?$count=true&$top=2&$orderby=title',
  'authors with their books': '/odata/v4/shop/Authors?$expand=books',
  'with a restriction by user': '/odata/v4/shop/Notes',
}

const load = (port: number, path: string): number => {
  const steps: Step[] = [{ method: 'GET', path, headers: { 'x-user': 'ada', 'x-roles': 'reader' } }]
  const job = JSON.stringify({ port, connections: 16, milliseconds: Number(values.milliseconds), steps }) // prettier-ignore
  const file = join(import.meta.dirname, 'http-load.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, job], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return (JSON.parse(stdout) as Outcome).requestsPerSecond
}

const host = createCachedHost(ROOT)
const db = { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url: ':memory:' } }
const start = (requires: object): Promise<BenchServer> => startCap(host.folder, host.env(requires))
const cached = await start({ db })
const plain = await start({ db, 'read-cache': false })
try {
  console.log('\n| read | with it | without | ratio |\n|---|---|---|---|')
  for (const [name, path] of Object.entries(READS)) {
    const best = [0, 0]
    for (let round = 0; round <= Number(values.rounds); round++)
      for (const [index, { port }] of [cached, plain].entries()) {
        const found = load(port, path)
        // The first round is for the compilers.
        if (round > 0) best[index] = Math.max(best[index] ?? 0, found)
      }
    const [one = 0, other = 0] = best
    console.log(`| ${name} | ${one.toFixed(0)} | ${other.toFixed(0)} | ${(one / other).toFixed(1)} |`)
  }
} finally {
  await Promise.all([cached.stop(), plain.stop()])
  host.remove()
}
