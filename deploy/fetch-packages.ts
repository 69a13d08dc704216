/** Installs what a folder with packages of its own is made with: `node deploy/fetch-packages.ts app/cockpit`. */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'

/** What npm says where nothing answers at the registry. */
const NO_NETWORK = /npm error code (ENOTFOUND|EAI_AGAIN|ECONN\w+|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)/

/** When a file was written; 0 if it is not there. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Packages that could not be installed. */
class CannotFetch extends Error {}

/**
 * Installs the packages of a folder as its lock says, unless they are there and no older than it. They are not among those of
 * the project, since few need them and they are many.
 *
 * @returns whether there was anything to do.
 * @throws CannotFetch when they cannot be installed; npm has written why, unless there is no network.
 */
export const fetchPackages = (folder: string): boolean => {
  // npm writes this one last.
  if (writtenAt(join(folder, 'node_modules/.package-lock.json')) >= writtenAt(join(folder, 'package-lock.json')))
    return false
  // Where npm runs this, what it was told about its own folder is not meant for this one.
  const env = Object.entries(process.env).filter(
    ([name]) => !/^npm_config_(workspaces?|global|omit|include)$/i.test(name),
  )
  const options = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr, error } = spawnSync('npm', ['ci', '--prefix', folder, ...options], {
    cwd: folder,
    env: Object.fromEntries(env),
    stdio: ['ignore', 2, 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return true
  const failure = `The packages of ${folder} could not be installed`
  const [, code] = NO_NETWORK.exec(stderr) ?? []
  if (code !== undefined)
    throw new CannotFetch(`${failure}, the registry does not answer (${code}): try again with a network`)
  process.stderr.write(stderr)
  throw new CannotFetch(`${failure}: npm says why above`, { cause: error })
}

/** Does what needs packages; where these cannot be had one line says so, and the process fails. */
export const orSayWhy = async (work: () => unknown): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CannotFetch)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

if (import.meta.main)
  void orSayWhy(() => {
    for (const folder of process.argv.slice(2)) fetchPackages(resolve(folder))
  })
