import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { Wanted } from './restore-data.ts'

const ROOT = join(import.meta.dirname, '../..')
const SERVE = join(ROOT, 'node_modules/@sap/cds/bin/serve.js')
const IMPORTS = ['compile-cache.ts', 'restore-data.ts'].map((file) => `--import=${join(ROOT, 'test/support', file)}`)

/** A server between its users. */
interface Member {
  readonly process: ChildProcess
  readonly url: string
}

/**
 * What a server tells next.
 *
 * @throws Error with what it has written, if it ends instead.
 */
async function answerOf(server: ChildProcess): Promise<Partial<Member>> {
  const abort = new AbortController()
  let log = ''
  const note = (text: Buffer): void => {
    log = (log + text.toString()).slice(-10_000)
  }
  server.stderr?.on('data', note)
  const { signal } = abort
  const ended = once(server, 'exit', { signal }).then(() => Promise.reject(new Error(`a server ended: ${log}`)))
  ended.catch(() => undefined)
  try {
    return ((await Promise.race([once(server, 'message', { signal }), ended])) as [Partial<Member>])[0]
  } finally {
    abort.abort()
    server.stderr?.off('data', note).resume()
  }
}

/**
 * Servers that are started once and lent to one user after the other, each with its data as if it were new: that takes a
 * fiftieth of the time of a start, and their code is warm.
 */
export class ServerPool {
  readonly #members = new Map<number, Member>()
  readonly #free: Member[] = []
  readonly #starting = new Set<Promise<Member>>()
  readonly #settings: () => Promise<Readonly<Record<string, string>>>

  /** @param settings gives the environment variables of each new server. */
  constructor(settings: () => Promise<Readonly<Record<string, string>>>) {
    this.#settings = settings
  }

  async #start(): Promise<Member> {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', PORT: '0', ...(await this.#settings()) }
    const server = fork(SERVE, { cwd: ROOT, env, execArgv: IMPORTS, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const { url } = await answerOf(server)
    const member = { process: server, url: url! }
    this.#members.set(Number(new URL(member.url).port), member)
    return member
  }

  /** @returns the URL of a server that nobody else uses until it is taken back. */
  async lend(wanted: Wanted): Promise<string> {
    let member = this.#free.pop()
    // One that did not outlive its last user is not lent again.
    while (member?.process.connected === false) member = this.#free.pop()
    if (!member) {
      const starting = this.#start()
      this.#starting.add(starting)
      member = await starting.finally(() => this.#starting.delete(starting))
    }
    const answer = answerOf(member.process)
    member.process.send(wanted)
    await answer
    return member.url
  }

  takeBack(port: number): void {
    this.#free.push(this.#members.get(port)!)
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#starting)
    const running = [...this.#members.values()].map((member) => member.process).filter((each) => each.connected)
    await Promise.all(
      running.map((server) => {
        server.kill('SIGTERM')
        return once(server, 'exit')
      }),
    )
  }
}
