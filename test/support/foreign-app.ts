/** Applications that this repository does not own, made as others make theirs: in a folder elsewhere, from the registry. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { ROOT, runCommand, type ServerProcess, startServer } from './server-process.ts'

export interface ForeignApp {
  readonly folder: string
  read(file: string): string
  write(file: string, text: string): void
  /** Runs a command in its folder. @returns what it wrote. */
  run(command: string, env?: Record<string, string>): string
  /** Adds packages to its dependencies. */
  add(...packages: readonly string[]): void
  /** Makes the tables of the database that its settings name, and fills in its rows. */
  deploy(settings: object): void
  start(settings?: object, env?: Record<string, string>): Promise<ServerProcess>
  /** Starts it by `cds watch`, as developers do: by tools that are not among its packages. */
  watch(settings?: object): Promise<ServerProcess>
  remove(): void
}

const NPM = '--prefer-offline --no-audit --no-fund --ignore-scripts --loglevel=error'
/** This Node, whatever the machine has besides. */
const NODE = process.execPath
const cdsBy = (node: string): string => `${node} ${ROOT}/node_modules/@sap/cds-dk/bin/cds.js`
const environment = (settings: object): Record<string, string> => ({ CDS_CONFIG: JSON.stringify(settings) })

const open = (folder: string, node: string): ForeignApp => {
  const run = (command: string, env = {}): string => runCommand(command, { cwd: folder, env })
  return {
    folder,
    run,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    add: (...packages) => {
      run(`npm add ${packages.join(' ')} ${NPM}`)
    },
    deploy: (settings) => {
      runCommand(`${node} node_modules/@sap/cds/bin/deploy.js`, { cwd: folder, env: environment(settings) })
    },
    start: (settings = {}, env = {}) =>
      startServer(`${node} node_modules/@sap/cds/bin/serve.js`, {
        cwd: folder,
        env: { ...environment(settings), ...env },
      }),
    watch: (settings = {}) => startServer(`${cdsBy(node)} watch`, { cwd: folder, env: environment(settings) }),
    remove: () => {
      rmSync(dirname(folder), { recursive: true, force: true })
    },
  }
}

/** The sample of `cds init`, as this version of the tools makes it: an ES module on CAP 10. */
export const createSample = (node = NODE): ForeignApp => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'foreign-')))
  runCommand(`${cdsBy(NODE)} init host --nodejs --add sample`, { cwd: folder })
  const app = open(join(folder, 'host'), node)
  app.run(`npm install ${NPM}`)
  return app
}

/** An application of these files, by their paths. */
export const createApp = (files: Readonly<Record<string, string>>, node = NODE): ForeignApp => {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'foreign-'))), 'host')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const app = open(folder, node)
  app.run(`npm install ${NPM}`)
  return app
}

const tarballs = new Map<string, string>()

/** Packs a package, once for all tests of a file. @returns the path of the tarball. */
const pack = (script: string): string => {
  const known = tarballs.get(script)
  const file = known ?? join(ROOT, /^(.*\.tgz):/m.exec(runCommand(`npm run ${script}`))![1]!.slice(ROOT.length + 1))
  tarballs.set(script, file)
  return file
}

export const packDba = (): string => pack('pack:dba')
export const packReadCache = (): string => pack('pack:read-cache')
export const packIndexes = (): string => pack('pack:indexes')
