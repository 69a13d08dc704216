import { spawn } from 'node:child_process'
import { delimiter, resolve, sep } from 'node:path'
import process from 'node:process'

/** Root of the project. */
const ROOT = resolve(__dirname, '..', '..')

/** A server in a process of its own, as a user starts it. */
export interface ServerProcess {
  readonly url: string
  /** What the process and its children have written so far. */
  output(): string
  stop(): Promise<void>
}

/** The environment of a fresh terminal: nothing of jest's or npm's, and no `node_modules/.bin` in front of the machine's own Node. */
export function terminal(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => !/^(npm_|jest_|cds_|node)/i.test(name))
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const path = folders.filter((folder) => !folder.includes(`node_modules${sep}`)).join(delimiter)
  return { ...env, PATH: path, ...settings }
}

/**
 * Starts a server by its command line, on a free port, and waits until it listens.
 *
 * @param command as typed into a terminal.
 * @param settings environment variables on top of those of a fresh terminal.
 * @throws Error with the output so far, when the process ends before it listens.
 */
export async function startServer(
  command: string,
  settings: Record<string, string> = {},
  cwd = ROOT,
): Promise<ServerProcess> {
  const [file, ...args] = command.split(' ') as [string, ...string[]]
  const env = terminal({ PORT: '0', HOST: '127.0.0.1', ...settings })
  // A group of its own: npm, shells and `cds watch` have children, and all of them end with it.
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((done) =>
    child.once('close', () => {
      done()
    }),
  )
  let output = ''
  const port = new Promise<string>((found) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const match = /listening on .*?:(\d+)/.exec(output)
        if (match) found(match[1]!)
      })
    }
  })
  const stop = async (): Promise<void> => {
    try {
      process.kill(-child.pid!, 'SIGTERM')
    } catch {
      return // It has ended before.
    }
    await ended
  }
  const failed = ended.then(() => Promise.reject(new Error(`${command} ended:\n${output}`)))
  failed.catch(() => undefined)
  return { url: `http://127.0.0.1:${await Promise.race([port, failed])}`, output: () => output, stop }
}
