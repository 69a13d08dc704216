/**
 * Builds the cockpit unless a build is there that is newer than everything it is made of. Runs whenever packages are
 * installed, so that `npm install && npm start` has it; in between it costs the reading of a few dates.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const SOURCES = ['src', 'build', 'index.html', 'package.json', 'vite.config.ts', 'tsconfig.json']

const filesIn = (path: string): string[] =>
  statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesIn(join(path, name)))

const isCurrent = (): boolean => {
  const page = join(root, '../../srv/admin/cockpit/dist/index.html')
  if (!existsSync(page)) return false
  const built = statSync(page).mtimeMs
  return SOURCES.flatMap((name) => filesIn(join(root, name))).every((file) => statSync(file).mtimeMs <= built)
}

if (!isCurrent()) await build({ root, logLevel: 'warn' })
