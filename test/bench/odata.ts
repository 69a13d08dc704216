/**
 * `npm run bench -- odata [--rounds 5] [--milliseconds 700] [--only sqlite|postgres] [--filter name]`: OData beside CAP as it comes, with
 * the same model and data, and beside a bare `node:http` server that sends as many bytes. The servers take turns; the best
 * round of each counts.
 */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../support/postgres.ts'
import { deploy } from './engines/engine.ts'
import type { Outcome, Step } from './http-load.ts'
import { type BenchServer, ROOT, startCap, startNode } from './odata-server.ts'
import { makeStockProject } from './stock-project.ts'
import { COLD, HOT, type Workload, WRITES } from './odata-workloads.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    milliseconds: { type: 'string', default: '700' },
    only: { type: 'string' },
    filter: { type: 'string', default: '' },
  },
})
const CONNECTIONS = 16
const milliseconds = Number(values.milliseconds)

const load = (port: number, steps: readonly Step[]): Outcome => {
  const job = JSON.stringify({ port, connections: CONNECTIONS, milliseconds, steps })
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'http-load.ts'), job], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Outcome
}

/** The best of several rounds, in which the servers take turns. */
const compete = (servers: Readonly<Record<string, number>>, steps: readonly Step[]): Record<string, number> => {
  const best: Record<string, number> = {}
  for (let round = 0; round <= Number(values.rounds); round++)
    for (const [name, port] of Object.entries(servers)) {
      const { requestsPerSecond } = load(port, steps)
      // The first round is for the compilers.
      if (round > 0) best[name] = Math.max(best[name] ?? 0, requestsPerSecond)
    }
  return best
}

const report = (kind: string, name: string, best: Record<string, number>): void => {
  const { ours = NaN, stock = NaN, bare = NaN } = best
  const figure = (value: number, digits = 0): string => (Number.isNaN(value) ? '' : value.toFixed(digits))
  const cells = [kind, name, figure(ours), figure(stock), figure(ours / stock, 2), figure(bare), figure(ours / bare, 2)]
  console.log(`| ${cells.join(' | ')} |`)
}

const bench = async (engine: string, env: Record<string, string>, profile?: string): Promise<void> => {
  const stock = makeStockProject()
  const servers: BenchServer[] = []
  try {
    if (profile) deploy(profile, env)
    const ours = await startCap(ROOT, env, profile)
    servers.push(ours)
    const rival = await startCap(stock.folder, env, profile)
    servers.push(rival)
    const sizes = HOT.map(({ steps: [step] }) => [step!.path, load(ours.port, [step!]).bodyBytes] as const)
    const bare = await startNode(join(import.meta.dirname, 'bare-server.ts'), JSON.stringify(Object.fromEntries(sizes)))
    servers.push(bare)
    const isWanted = ({ name }: Workload): boolean => name.includes(values.filter)
    console.log(
      `\n${engine}\n\n| work | request | ours | stock CAP | ratio | bare node:http | ratio |\n|---|---|---|---|---|---|---|`,
    )
    for (const { name, steps } of HOT.filter(isWanted))
      report('hot', name, compete({ ours: ours.port, stock: rival.port, bare: bare.port }, steps))
    for (const { name, steps } of COLD.filter(isWanted))
      report('cold', name, compete({ ours: ours.port, stock: rival.port }, steps))
    for (const { name, steps } of WRITES.filter(isWanted))
      report('write', name, compete({ ours: ours.port, stock: rival.port }, steps))
  } finally {
    for (const server of servers) await server.stop()
    stock.remove()
  }
}

console.log(`${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
if (values.only !== 'postgres') await bench('SQLite in memory', {})
if (values.only !== 'sqlite') {
  const postgres = await startPostgres()
  const { port, password } = postgres.credentials
  const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
  await bench('PostgreSQL', env, 'pg').finally(() => postgres.stop())
}
