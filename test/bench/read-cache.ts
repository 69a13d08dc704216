/**
 * `npm run bench -- read-cache [--rounds 5] [--milliseconds 700]`: a host with `cds-read-cache` beside the same host without it, on
 * both engines, as a signed-in user asks them. They take turns; the best round of each counts.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCachedHost } from '../support/cached-host.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Outcome, Step } from './http-load.ts'
import { ROOT, startCap } from './odata-server.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, milliseconds: { type: 'string', default: '700' } },
})

const READS: Readonly<Record<string, string>> = {
  'a list': '/odata/v4/shop/Books',
  'a record': '/odata/v4/shop/Books(1)',
  'a list with a count, sorted': '/odata/v4/shop/Books?$count=true&$top=2&$orderby=title',
  'authors with their books': '/odata/v4/shop/Authors?$expand=books',
  'with a restriction by user': '/odata/v4/shop/Notes',
  '100 of 1,000 records, sorted': '/odata/v4/shop/Entries?$orderby=amount%20desc&$top=100',
}

const load = (port: number, path: string): number => {
  const steps: Step[] = [{ method: 'GET', path, headers: { 'x-user': 'ada', 'x-roles': 'reader' } }]
  const job = JSON.stringify({ port, connections: 16, milliseconds: Number(values.milliseconds), steps }) // prettier-ignore
  const file = join(import.meta.dirname, 'http-load.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, job], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return (JSON.parse(stdout) as Outcome).requestsPerSecond
}

/** The application of the tests has a few records; here it has many of one kind as well. */
const addEntries = (folder: string): void => {
  const entries = Array.from({ length: 1_000 }, (_, index) => `${index},Entry ${index},${(index * 37) % 1_000}.5`)
  writeFileSync(
    join(folder, 'db/entries.cds'),
    'namespace shop; entity Entries { key ID : Integer; text : String; amount : Decimal(9, 2) }',
  )
  writeFileSync(
    join(folder, 'srv/entries.cds'),
    `using { Counter } from './shop'; using { shop } from '../db/entries';
     extend service Counter with { entity Entries as projection on shop.Entries }`,
  )
  writeFileSync(join(folder, 'db/data/shop-Entries.csv'), ['ID,text,amount', ...entries].join('\n'))
}

const host = createCachedHost(ROOT)
addEntries(host.folder)

/** @param cache settings of the cache. */
const bench = async (engine: string, db: object, cache: object = {}): Promise<void> => {
  const cached = await startCap(host.folder, host.env({ db, 'read-cache': cache }))
  const plain = await startCap(host.folder, host.env({ db, 'read-cache': false }))
  try {
    console.log(`\n${engine}\n\n| read | with it | without | ratio |\n|---|---|---|---|`)
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
  }
}

const postgres = await startPostgres()
try {
  await bench('SQLite in memory', { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url: ':memory:' } })
  const db = { kind: 'postgres', impl: '@cap-js/postgres', credentials: postgres.credentials }
  const cache = { triggers: true }
  const deploy = [join('node_modules', '@sap', 'cds-dk', 'bin', 'cds.js'), 'deploy']
  const env = { ...process.env, ...host.env({ db, 'read-cache': cache }) }
  const { status, stderr } = spawnSync(process.execPath, deploy, { cwd: host.folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  await bench('PostgreSQL', db, cache)
} finally {
  await postgres.stop()
  host.remove()
}
