/**
 * `npm run bench -- processes [--rounds 4] [--milliseconds 3000]`: three server processes on one PostgreSQL beside one, at
 * reads that nobody has asked for before and at writes, each by itself and all in turn. One and three take turns; the best
 * round of each counts.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startPostgres } from '../support/postgres.ts'
import { deploy } from './engines/engine.ts'
import type { Job, Outcome, Step } from './http-load.ts'
import { type BenchServer, ROOT, startCap } from './odata-server.ts'
import { COLD, WRITES } from './odata-workloads.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    milliseconds: { type: 'string', default: '3000' },
  },
})
const SERVERS = 3
const CONNECTIONS_EACH = 8
/** What three must carry beside one where there are cores to spare. */
const RATIO = 1.8
/** Three servers, their clients and the database. */
const CORES_TO_SPARE = 8

const run = promisify(execFile)

const load = async (ports: readonly number[], steps: readonly Step[]): Promise<number> => {
  // As many clients for one server as for three: they are no cheaper for the machine.
  const outcomes = await Promise.all(
    Array.from({ length: SERVERS }, async (_, client) => {
      const port = ports[client % ports.length]!
      const job: Job = { port, connections: CONNECTIONS_EACH, milliseconds: Number(values.milliseconds), steps }
      const file = join(import.meta.dirname, 'http-load.ts')
      return JSON.parse((await run(process.execPath, [file, JSON.stringify(job)])).stdout) as Outcome
    }),
  )
  return outcomes.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
}

const compete = async (name: string, ports: readonly number[], steps: readonly Step[]): Promise<void> => {
  const best = { one: 0, three: 0 }
  for (let round = 0; round <= Number(values.rounds); round++) {
    const one = await load(ports.slice(0, 1), steps)
    const three = await load(ports, steps)
    // The first round is for the compilers.
    if (round === 0) continue
    best.one = Math.max(best.one, one)
    best.three = Math.max(best.three, three)
  }
  console.log(`| ${name} | ${best.one.toFixed(0)} | ${best.three.toFixed(0)} | ${(best.three / best.one).toFixed(2)} |`)
}

const postgres = await startPostgres()
const { port, password } = postgres.credentials
const env = { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password }
const servers: BenchServer[] = []
try {
  const cores = cpus().length
  const [load1] = readFileSync('/proc/loadavg', 'utf8').split(' ')
  console.log(`${cores} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, load ${String(load1)}`)
  deploy('pg', env)
  for (let server = 0; server < SERVERS; server++) servers.push(await startCap(ROOT, env, 'pg'))
  const ports = servers.map((server) => server.port)
  const goal = cores >= CORES_TO_SPARE ? RATIO : 1
  console.log(`\n| request | one process, /s | three, /s | ratio (≥ ${goal} with ${cores} cores) |\n|---|---|---|---|`)
  for (const { name, steps } of COLD) await compete(`read: ${name}`, ports, steps)
  for (const { name, steps } of WRITES) await compete(`write: ${name}`, ports, steps)
  // Last: films that it leaves unfinished are not for the reads.
  await compete(
    'all of these in turn',
    ports,
    [...COLD, ...WRITES].flatMap(({ steps }) => steps),
  )
} finally {
  for (const server of servers) await server.stop()
  await postgres.stop()
}
