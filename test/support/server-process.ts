import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, resolve, sep } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'

/** Root of the project. */
export const ROOT = resolve(__dirname, '..', '..')

/** A server in a process of its own, as a user starts it. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** What the process and its children have written so far. */
  output(): string
  /** Stops reading what it writes, as a terminal that is closed. */
  hangUp(): void
  /** Sends a signal to the process and its children. */
  signal(name: NodeJS.Signals): void
  /** Ends the server as an operator does, and waits until it is gone. */
  stop(): Promise<void>
  /** The exit code, once the process is gone; null if a signal has ended it. */
  readonly ended: Promise<number | null>
}

/** How a command is run. */
export interface CommandOptions {
  /** Environment variables on top of those of a fresh terminal. */
  env?: Record<string, string>
  /** The folder to run in, by default the project's. */
  cwd?: string
  /** What it writes when it listens; the first group is its port. */
  listening?: RegExp
}

/** A command as it is typed: by a shell where it needs one. */
const programOf = (command: string): [string, string[]] => {
  if (/[<>&|'"]/.test(command)) return ['/bin/bash', ['-c', command]]
  const [file, ...args] = command.split(' ') as [string, ...string[]]
  return [file, args]
}

/**
 * Names of variables that a fresh terminal does not have. What is kept of compiled code changes nothing but the time, and
 * certificates belong to the machine.
 */
const OF_OTHERS = /^(npm_|jest_|cds_|node(?!_(?:compile_cache|extra_ca_certs)$)|port$|host$)/i

/** The environment of a fresh terminal: nothing of jest's or npm's, and no `node_modules/.bin` in front of the machine's own Node. */
function terminal(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => !OF_OTHERS.test(name))
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const path = folders.filter((folder) => !folder.includes(`node_modules${sep}`)).join(delimiter)
  return { ...env, PATH: path, ...settings }
}

/**
 * Runs a command to its end and returns what it wrote.
 *
 * @throws Error with its output, when it fails.
 */
export function runCommand(command: string, { env, cwd = ROOT }: CommandOptions = {}): string {
  const [file, args] = programOf(command)
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, env: terminal(env), encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`, { cause: error })
  return stdout + stderr
}

/**
 * Starts a server by its command line, on a free port, and waits until it listens.
 *
 * @throws Error with the output so far, when the process ends before it listens.
 */
export async function startServer(command: string, options: CommandOptions = {}): Promise<ServerProcess> {
  const [file, args] = programOf(command)
  const env = terminal({ PORT: '0', HOST: '127.0.0.1', ...options.env })
  // A group of its own: npm, shells and `cds watch` have children, and all of them end with it.
  const child = spawn(file, args, { cwd: options.cwd ?? ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  let output = ''
  let isListening = false
  const port = new Promise<string>((found) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        // In CI, some tools write in colours for whoever reads its log.
        output += stripVTControlCharacters(text)
        if (isListening) return
        const listening = (options.listening ?? /listening on .*?:(\d+)/).exec(output)
        isListening = listening !== null
        if (listening) found(listening[1]!)
      })
    }
  })
  const failed = ended.then((code) => Promise.reject(new Error(`${command} ended with ${String(code)}:\n${output}`)))
  failed.catch(() => undefined)
  const signal = (name: NodeJS.Signals): void => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, name)
  }
  const stop = async (): Promise<void> => {
    signal('SIGTERM')
    await ended
  }
  const url = `http://127.0.0.1:${await Promise.race([port, failed])}`
  const hangUp = (): void => {
    child.stdout.destroy()
    child.stderr.destroy()
  }
  return { url, pid: child.pid!, output: () => output, hangUp, signal, stop, ended }
}
