import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export const ROOT = resolve(import.meta.dirname, '../..')

/** A server in a process of its own, which writes its log to a file, as servers do. */
export interface BenchServer {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>
}

const POLL_MS = 50

/** Starts CAP's server in a folder. */
export const startCap = (folder: string, env: Record<string, string> = {}, profile?: string): Promise<BenchServer> =>
  start(
    [process.execPath, join(ROOT, 'node_modules/@sap/cds/bin/serve.js'), ...(profile ? ['--profile', profile] : [])],
    folder,
    env,
  )

export const startNode = (file: string, argument: string): Promise<BenchServer> =>
  start([process.execPath, file, argument], ROOT, {})

/** Starts the project as somebody types it. */
export const startTyped = (command: string): Promise<BenchServer> => start(command.split(' '), ROOT, {})

const start = async (
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<BenchServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-bench-log-'))
  const file = join(folder, 'log')
  const log = openSync(file, 'w')
  // A group of its own: npm and `cds watch` have children, and all of them end with it.
  const child = spawn(program, args, {
    cwd,
    detached: true,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null) process.kill(-child.pid!, signal)
    await ended
    rmSync(folder, { recursive: true })
  }
  const stop = (): Promise<void> => end('SIGTERM')
  const kill = (): Promise<void> => end('SIGKILL')
  for (;;) {
    const text = readFileSync(file, 'utf8')
    const port = /listening on .*?:(\d+)/.exec(text)?.[1]
    if (port !== undefined) return { port: Number(port), pid: child.pid!, stop, kill }
    if (child.exitCode !== null) throw new Error(`The server has ended: ${text}`)
    await setTimeout(POLL_MS)
  }
}
