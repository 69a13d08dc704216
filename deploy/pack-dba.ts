/**
 * Makes `gen/cds-dba-<version>.tgz`, the package of `srv/admin` as others install it, or that of `srv/read-cache` or
 * `srv/indexes`: see {@link packDba} and {@link packSmall}.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileFunction } from 'node:vm'
import { type Options, transformFileSync } from '@swc/core'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** What came of it. */
export interface Packed {
  /** The path of the tarball. */
  readonly file: string
  readonly unpackedBytes: number
  readonly dependencies: number
}

/** Of `srv/admin`. */
const PAPERS = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'checks.schema.json', 'history/index.cds'],
  ...['picture.svg', 'pictures', 'cockpit/dist'],
]

/** The pages of the operations: from the sources of the README they are two folders up. */
const OPERATIONS = 'docs/operations'

/**
 * Where the project is, for the manifest: what the repository that it was cloned from tells.
 *
 * @param remote its address, as git has it; anything but that of a public host tells nothing.
 */
export const addressesOf = (remote: string, directory = 'srv/admin'): object => {
  const { host, path } = ADDRESS.exec(remote)?.groups ?? {}
  if (host === undefined || path === undefined) return {}
  const page = `https://${host}/${path}`
  return {
    repository: { type: 'git', url: `git+${page}.git`, directory },
    homepage: `${page}/tree/HEAD/${directory}#readme`,
    bugs: { url: `${page}/issues` },
  }
}

/** Of git, by either protocol, and without a user or a password. */
const ADDRESS =
  /^(?:https:\/\/|(?:ssh:\/\/)?git@)(?<host>[\w-]+(?:\.[\w-]+)+)[/:](?<path>[\w-]+(?:\/[\w-]+)+)(?:\.git)?\s*$/

const remoteOf = (root: string): string =>
  spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' }).stdout

const COMPILER: Options & { readonly jsc: { readonly rewriteRelativeImportExtensions: true } } = {
  configFile: false,
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript' },
    target: 'es2024',
    // Types are named by `import type`, so that nothing has to be guessed from one file.
    transform: { verbatimModuleSyntax: true },
    rewriteRelativeImportExtensions: true,
  },
  // Lists the exports in a way that Node finds for who imports them as of an ES module.
  module: { type: 'commonjs', exportInteropAnnotation: true },
}

/** Of the function that a module of CommonJS is. */
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname']

/**
 * Compiles the sources to CommonJS: so the package is loaded wherever an application runs, also by Jest, which loads no ES
 * modules in applications that have none.
 */
const compile = (source: string, target: string): void => {
  for (const file of globSync('**/*.ts', { cwd: source })) {
    const { code } = transformFileSync(join(source, file), COMPILER)
    // What a module may and CommonJS may not, such as to wait at its top, would be found by who installs it.
    compileFunction(code.replace(/^#!.*/, ''), PARAMETERS, { filename: file })
    const written = join(target, `${file.slice(0, -'.ts'.length)}.js`)
    mkdirSync(dirname(written), { recursive: true })
    writeFileSync(written, code)
  }
}

/** Node strips no types below `node_modules`: entries are the JavaScript that was built, with its types. */
const builtEntries = (entries: Manifest['exports']): object =>
  Object.fromEntries(
    Object.entries(entries).map(([name, file]): [string, unknown] => {
      if (!file.endsWith('.ts')) return [name, file]
      const stem = file.slice(0, -'.ts'.length)
      return [name, { types: `${stem}.d.ts`, default: `${stem}.js` }]
    }),
  )

const mapValues = (
  given: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]))

/** A package whose sources are a folder of `srv/`. */
interface Sources {
  readonly name: string
  readonly folder: string
  /** What is shipped as it is. */
  readonly papers: readonly string[]
}

/**
 * Builds the package into `gen/cds-dba` and packs it.
 *
 * @param root of the project, with the cockpit built.
 * @throws Error when the cockpit is not built, or the compiler complains.
 */
export const packDba = (root: string): Packed => {
  if (!existsSync(join(root, 'srv/admin/cockpit/dist/index.html'))) throw new Error('The cockpit is not built')
  return pack(root, { name: 'cds-dba', folder: 'srv/admin', papers: PAPERS }, (target) => {
    cpSync(join(root, OPERATIONS), join(target, OPERATIONS), { recursive: true })
    const readme = join(target, 'README.md')
    writeFileSync(readme, readFileSync(readme, 'utf8').replaceAll(`](../../${OPERATIONS}/`, `](${OPERATIONS}/`))
  })
}

/** Builds the package of another folder into `gen/` and packs it. @throws Error when the compiler complains. */
const packSmall = (root: string, name: string): Packed =>
  pack(root, { name: `cds-${name}`, folder: `srv/${name}`, papers: ['README.md', 'CHANGELOG.md'] })

const pack = (
  root: string,
  { name, folder, papers }: Sources,
  add: (target: string) => void = () => undefined,
): Packed => {
  const source = join(root, folder)
  const target = join(root, 'gen', name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', source, '--outDir', target, '--emitDeclarationOnly'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  compile(source, target)
  for (const paper of papers) cpSync(join(source, paper), join(target, paper), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  add(target)
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
  const { exports, bin, dependencies = {} } = manifest
  const shipped = {
    ...manifest,
    ...addressesOf(remoteOf(root), folder),
    type: 'commonjs',
    exports: builtEntries(exports),
    ...(bin && { bin: mapValues(bin, (file) => file.replace(/\.ts$/, '.js')) }),
    types: './index.d.ts',
    files: ['**'],
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`)
  const options = ['--ignore-scripts', '--loglevel=error', '--pack-destination', join(root, 'gen')]
  execFileSync('npm', ['pack', ...options], { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] })
  const sizes = globSync('**', { cwd: target }).map((file) => statSync(join(target, file)))
  return {
    file: join(root, 'gen', `${name}-${manifest.version}.tgz`),
    unpackedBytes: sizes.filter((each) => each.isFile()).reduce((sum, { size }) => sum + size, 0),
    dependencies: Object.keys(dependencies).length,
  }
}

if (import.meta.main) {
  const [, , name] = process.argv
  const { file, unpackedBytes, dependencies } =
    name === undefined ? packDba(process.cwd()) : packSmall(process.cwd(), name)
  const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(2)
  console.log(
    `${file}: ${megabytes(statSync(file).size)} MB, ${megabytes(unpackedBytes)} MB unpacked, ${String(dependencies)} dependencies`,
  )
}
