/** Makes `gen/cds-dba-<version>.tgz`, the package of `srv/admin` as others install it: see {@link packDba}. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Options, transformFileSync } from '@swc/core'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}

/** What came of it. */
export interface Packed {
  /** The path of the tarball. */
  readonly file: string
  readonly unpackedBytes: number
  readonly dependencies: number
}

/** What is shipped as it is. */
const PAPERS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'picture.svg', 'cockpit/dist']

/**
 * Where the project is, for the manifest: what the repository that it was cloned from tells.
 *
 * @param remote its address, as git has it; anything but that of a public host tells nothing.
 */
export const addressesOf = (remote: string): object => {
  const { host, path } = ADDRESS.exec(remote)?.groups ?? {}
  if (host === undefined || path === undefined) return {}
  const page = `https://${host}/${path}`
  return {
    repository: { type: 'git', url: `git+${page}.git`, directory: 'srv/admin' },
    homepage: `${page}/tree/HEAD/srv/admin#readme`,
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

/**
 * Compiles the sources to CommonJS: so the package is loaded wherever an application runs, also by Jest, which loads no ES
 * modules in applications that have none.
 */
const compile = (source: string, target: string): void => {
  for (const file of globSync('**/*.ts', { cwd: source })) {
    const { code } = transformFileSync(join(source, file), COMPILER)
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

/**
 * Builds the package into `gen/cds-dba` and packs it.
 *
 * @param root of the project, with the cockpit built.
 * @throws Error when the cockpit is not built, or the compiler complains.
 */
export const packDba = (root: string): Packed => {
  const source = join(root, 'srv/admin')
  const target = join(root, 'gen/cds-dba')
  if (!existsSync(join(source, 'cockpit/dist/index.html'))) throw new Error('The cockpit is not built')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', source, '--outDir', target, '--emitDeclarationOnly'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  compile(source, target)
  for (const paper of PAPERS) cpSync(join(source, paper), join(target, paper), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest
  const { exports } = manifest
  const shipped = {
    ...manifest,
    ...addressesOf(remoteOf(root)),
    type: 'commonjs',
    exports: builtEntries(exports),
    types: './index.d.ts',
    files: ['**'],
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`)
  const options = ['--ignore-scripts', '--loglevel=error', '--pack-destination', join(root, 'gen')]
  execFileSync('npm', ['pack', ...options], { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] })
  const sizes = globSync('**', { cwd: target }).map((name) => statSync(join(target, name)))
  return {
    file: join(root, 'gen', `${manifest.name}-${manifest.version}.tgz`),
    unpackedBytes: sizes.filter((each) => each.isFile()).reduce((sum, { size }) => sum + size, 0),
    dependencies: Object.keys(manifest.dependencies).length,
  }
}

if (import.meta.main) {
  const { file, unpackedBytes, dependencies } = packDba(process.cwd())
  const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(2)
  console.log(
    `${file}: ${megabytes(statSync(file).size)} MB, ${megabytes(unpackedBytes)} MB unpacked, ${String(dependencies)} dependencies`,
  )
}
