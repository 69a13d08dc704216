/**
 * `npm run ui5`: SAPUI5 for tests and for networks without the internet, built once from its npm packages into the user's cache
 * and linked from `.ui5/<version>`, where the server finds it. About 240 MB to load, 2 minutes, 3 GB of memory, 330 MB kept.
 *
 * SAPUI5 is under the SAP Developer License: for development and test, never to be committed, published or shipped.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { parse } from 'yaml'
import { minifyBundles } from './minify.ts'

/** Brings all its dependencies along, at fixed versions; not one of the project's, which it would double. */
const UI5_CLI = '@ui5/cli@4.0.69'

const here = import.meta.dirname
const root = resolve(here, '..', '..')
const configuration = join(here, 'ui5.yaml')
const { version } = (parse(readFileSync(configuration, 'utf8')) as { framework: { version: string } }).framework
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'saga', 'ui5')
const built = join(cache, `${version}-minified`)
const link = join(root, '.ui5', version)

/** Builds in a folder of its own, so that a build that fails leaves nothing that looks like one. */
async function build(): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'build-'))
  try {
    copyFileSync(configuration, join(folder, 'ui5.yaml'))
    const name = 'saga.ui5'
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', private: true }))
    const app = { id: name, type: 'application', applicationVersion: { version: '0.0.0' } }
    mkdirSync(join(folder, 'webapp'))
    writeFileSync(join(folder, 'webapp', 'manifest.json'), JSON.stringify({ _version: '1.65.0', 'sap.app': app }))
    const tasks = ['--all', '--include-task=generateVersionInfo', '--exclude-task=minify', '--dest=dist']
    const env = { ...process.env, UI5_DATA_DIR: join(folder, 'packages') }
    const args = ['--yes', UI5_CLI, 'build', ...tasks]
    const { status } = spawnSync('npx', args, {
      cwd: folder,
      env,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error(`SAPUI5 ${version} could not be built`)
    await minifyBundles(join(folder, 'dist', 'resources'))
    mkdirSync(join(folder, 'done'))
    renameSync(join(folder, 'dist', 'resources'), join(folder, 'done', 'resources'))
    renameSync(join(folder, 'done'), built)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!existsSync(built)) await build()
rmSync(link, { recursive: true, force: true })
mkdirSync(dirname(link), { recursive: true })
symlinkSync(built, link, 'junction')
process.stdout.write(`SAPUI5 ${version}: ${built}\n`)
