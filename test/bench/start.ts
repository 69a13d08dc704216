/**
 * `node test/bench/start.ts [--runs 5]`, after `npm run build`: how soon the built server is ready in production, on a
 * SQLite file, and how much memory it takes when it has been idle for a while.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hashPassword } from '../../srv/identity/password.ts'

const { runs } = parseArgs({ options: { runs: { type: 'string', default: '5' } } }).values
const root = resolve(import.meta.dirname, '../..')
const image = join(root, 'gen/srv')
const IDLE_MS = 10_000

const findPort = async (output: Readable): Promise<string> => {
  let text = ''
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const port = /listening on .*?:(\d+)/.exec(text)?.[1]
    if (port !== undefined) return port
  }
  throw new Error(`The server has ended: ${text}`)
}

/** Of the process, in MiB. */
const residentMemory = (pid: number): number => {
  const status = `/proc/${String(pid)}/status`
  if (!existsSync(status)) return NaN
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) / 1_024
}

const start = async (env: NodeJS.ProcessEnv): Promise<{ readyMs: number; idleMiB: number }> => {
  const started = performance.now()
  const serve = join(root, 'node_modules/@sap/cds/bin/serve.js')
  const server = spawn(process.execPath, [serve, '--profile', 'sqlite'], {
    cwd: image,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const port = await findPort(server.stdout)
    server.stdout.resume()
    while ((await fetch(`http://127.0.0.1:${port}/ready`)).status !== 200) await setTimeout(10)
    const readyMs = performance.now() - started
    await setTimeout(IDLE_MS)
    return { readyMs, idleMiB: residentMemory(server.pid ?? 0) }
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

const folder = mkdtempSync(join(tmpdir(), 'saga-bench-'))
try {
  const users = { bench: { roles: ['viewer'], hash: await hashPassword('a long secret') } }
  const admin = { files: join(folder, 'files'), schemas: join(folder, 'schemas') }
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PORT: '0',
    CDS_REQUIRES_DB_CREDENTIALS_URL: join(folder, 'saga.sqlite'),
    CDS_CONFIG: JSON.stringify({ requires: { auth: { users } }, admin }),
  }
  const deploy = ['srv/process/deploy-database.ts', '--profile', 'sqlite']
  spawnSync(process.execPath, deploy, { cwd: image, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const found = []
  for (let run = 0; run < Number(runs); run++) found.push(await start(env))
  const range = (values: number[], digits = 0): string =>
    [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits)).join(' to ')
  console.log(`${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
  console.log(
    `start to ready: ${range(
      found.map(({ readyMs }) => readyMs / 1_000),
      2,
    )} s of ${runs} runs`,
  )
  console.log(`idle after ${String(IDLE_MS / 1_000)} s: ${range(found.map(({ idleMiB }) => idleMiB))} MiB resident`)
} finally {
  rmSync(folder, { recursive: true })
}
