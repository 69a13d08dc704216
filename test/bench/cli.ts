/**
 * `npm run bench -- cli [--rows 1000000] [--runs 3] [--only sqlite|postgres]`: an export of a large table by the command line beside
 * the same request by `curl`, in turn; and how long help takes.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from './engines/engine.ts'
import { openPostgres } from './engines/postgres.ts'
import { openSqlite } from './engines/sqlite.ts'
import { ROOT } from './odata-server.ts'
import { startServer } from './server.ts'

const ENGINES = { sqlite: openSqlite, postgres: openPostgres }
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: Object.keys(ENGINES).join() },
  },
})

const BIN = join(ROOT, 'srv/admin/cli/bin.ts')

/** Seconds of the best of some turns. */
const best = (work: readonly (() => void)[]): number[] => {
  const seconds = work.map(() => Infinity)
  for (let run = 0; run < Number(values.runs); run++)
    for (const [index, each] of work.entries()) {
      const start = performance.now()
      each()
      seconds[index] = Math.min(seconds[index] ?? Infinity, (performance.now() - start) / 1_000)
    }
  return seconds
}

const benchExport = async (open: (rows: number) => Promise<Engine>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-bench-cli-'))
  const engine = await open(Number(values.rows))
  const server = await startServer(engine, folder)
  const file = join(folder, 'export.csv')
  const url = `${server.url}/api/v1`
  const env = { ...process.env, DBA_URL: url, DBA_USER: 'admin', DBA_PASSWORD: 'admin' }
  const body = JSON.stringify({ table: 'bench' })
  const headers = ['-H', 'Content-Type: application/json', '-H', 'Accept: text/csv']
  try {
    const [own = 0, curl = 0] = best([
      () => execFileSync(process.execPath, [BIN, 'export', 'bench', '-o', file], { env, stdio: 'pipe' }),
      () => execFileSync('curl', ['-sf', '-u', 'admin:admin', ...headers, '-d', body, '-o', file, `${url}/export`]),
    ])
    const megabytes = (statSync(file).size / 1_000_000).toFixed(0)
    console.log(
      `| ${engine.name} | ${megabytes} | ${own.toFixed(2)} s | ${curl.toFixed(2)} s | ${(own / curl).toFixed(2)} (≤ 1.2) |`,
    )
  } finally {
    await server.stop()
    await engine.stop()
    rmSync(folder, { recursive: true })
  }
}

console.log(`| export of ${values.rows} rows | MB | cds-dba | curl | ratio |\n|---|---|---|---|---|`)
for (const [name, open] of Object.entries(ENGINES)) if (values.only.split(',').includes(name)) await benchExport(open)
const [help = 0] = best([() => execFileSync(process.execPath, [BIN, '--help'])])
console.log(`\nHelp takes ${help.toFixed(2)} s (≤ 0.2), from sources; the package is JavaScript already.`)
