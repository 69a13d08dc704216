/** Versions of Node that others run, besides the one of this project. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runCommand } from './server-process.ts'

/** The program of a version of Node, from the registry; fetched once. */
export const nodeOf = (version: string): string => {
  const folder = join(ROOT, 'node_modules/.cache/nodes', version)
  const program = join(folder, 'node_modules/node/bin/node')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    // Its script puts the program in place.
    const options = '--ignore-scripts=false --no-audit --no-fund --no-save --loglevel=error --prefix .'
    runCommand(`npm install node@${version} ${options}`, { cwd: folder })
  }
  return program
}
