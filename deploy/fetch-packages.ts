/** Installs what a folder with packages of its own is made with: `node deploy/fetch-packages.ts app/cockpit`. */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'

/** When a file was written; 0 if it is not there. */
const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * Installs the packages of a folder as its lock says, unless they are there and no older than it. They are not among those of
 * the project, since few need them and they are many.
 *
 * @returns whether there was anything to do.
 * @throws Error when they cannot be installed; npm has written why.
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
  const { status, error } = spawnSync('npm', ['ci', '--prefix', folder, ...options], {
    cwd: folder,
    env: Object.fromEntries(env),
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error(`The packages of ${folder} could not be installed`, { cause: error })
  return true
}

if (import.meta.main) for (const folder of process.argv.slice(2)) fetchPackages(resolve(folder))
