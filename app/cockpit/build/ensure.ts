/**
 * Builds the cockpit unless a build is there that is newer than everything it is made of. Runs whenever packages are
 * installed, so that `npm install && npm start` has it; in between it costs the reading of a few dates. The packages that
 * it is built with are six times what the server runs with: what was fetched for the build alone is gone after it.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackages, orSayWhy } from '../../../deploy/fetch-packages.ts'

const root = join(import.meta.dirname, '..')
/** With the pages of the operations, which it shows. */
const SOURCES = [
  'src',
  'build',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '../../docs/operations',
]

const filesIn = (path: string): string[] =>
  statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesIn(join(path, name)))

const isCurrent = (): boolean => {
  const page = join(root, '../../srv/admin/cockpit/dist/index.html')
  if (!existsSync(page)) return false
  const built = statSync(page).mtimeMs
  return SOURCES.flatMap((name) => filesIn(join(root, name))).every((file) => statSync(file).mtimeMs <= built)
}

const buildCockpit = async (): Promise<void> => {
  const packages = join(root, 'node_modules')
  const isForThis = !existsSync(packages)
  try {
    fetchPackages(root)
    const { build } = await import('vite')
    await build({ root, configFile: join(root, 'build/vite.config.ts'), logLevel: 'warn' })
  } finally {
    if (isForThis) rmSync(packages, { recursive: true, force: true })
  }
}

if (!isCurrent()) await orSayWhy(buildCockpit)
