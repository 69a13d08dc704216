/** What `npm run build` does after `cds build --production`: see {@link finishBuild}. */
import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { keepHanaRows } from './keep-hana-rows.ts'
import { packDba } from './pack-dba.ts'

interface Package {
  readonly version?: string
  readonly dependencies?: object
  readonly optionalDependencies?: object
  readonly peerDependencies?: object
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
  /** The folder of a package of this project, to which the path is a link. */
  readonly resolved?: string
  readonly link?: boolean
}

interface Lock {
  readonly packages: Readonly<Record<string, Package>>
}

/** What a server that runs needs of package.json. */
const KEPT = ['name', 'version', 'description', 'license', 'private', 'type', 'engines', 'dependencies']
const SCRIPTS = ['deploy']
/** Commands in `node_modules/.bin` are links, and no commands any more where links are followed. */
const START = 'node srv/start.js'

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const writeJson = (file: string, content: object): void => {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
const pick = (object: unknown, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object as object).filter(([name]) => names.includes(name)))

/** Paths in the lock where a package is looked for, as Node does: below who needs it, beside it, beside those around it. */
const places = (from: string, name: string): string[] => {
  const outer = from.lastIndexOf('node_modules/')
  const isOutermost = outer < 0 && from === ''
  const around = isOutermost ? [] : places(from.slice(0, Math.max(outer - 1, 0)), name)
  return [`${from}${from && '/'}node_modules/${name}`, ...around]
}

/** Names that a package cannot do without, and those that it takes where they can be installed. */
const needs = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Package): string[] => {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** The package of this project that the server runs with: where it lies here, and where it is installed. */
const OWN = { name: 'cds-dba', folder: 'srv/admin', installed: 'node_modules/cds-dba' }

/**
 * Puts the package of this project into the build as others install it. A link to its sources would become a folder of
 * them wherever links are followed, and Node strips no types below `node_modules`.
 *
 * @returns what names it in package.json, and its entry in the lock.
 */
const shipOwn = (root: string, image: string, { packages }: Lock): { specifier: string; entry: object } => {
  const { file } = packDba(root)
  const specifier = `file:packages/${basename(file)}`
  cpSync(file, join(image, 'packages', basename(file)))
  rmSync(join(image, OWN.folder), { recursive: true })
  const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  const entry = Object.entries(packages[OWN.folder] ?? {}).filter(([name]) => name !== 'name')
  const { version, ...rest } = Object.fromEntries(entry) as Package
  return { specifier, entry: { version, resolved: specifier, integrity, ...rest } }
}

/** Paths in the lock of all that a package needs, in whatever depth. */
const closure = ({ packages }: Lock, root: Package): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (from: string, each: Package): void => {
    for (const name of needs(each)) {
      const path = places(from, name).find((place) => place in packages)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      const { link, resolved = '' } = packages[path] ?? {}
      const target = link ? resolved : path
      found.add(target)
      visit(target, packages[target] ?? {})
    }
  }
  visit('', root)
  return found
}

/**
 * Makes `gen/srv` all that a production server is: with the pages, with the rows that ship, and with only those packages in
 * `package.json` and its lock that the server runs with, so that every way of installing them installs the same. Takes the
 * sources of the rows out of `gen/db`, and the rows themselves.
 */
export const finishBuild = (root: string): void => {
  const image = join(root, 'gen/srv')
  rmSync(join(root, 'gen/db/source'), { recursive: true, force: true })
  keepHanaRows(join(root, 'gen/db'))
  cpSync(join(root, 'db/data'), join(image, 'db/data'), { recursive: true })
  for (const pages of globSync('app/*/webapp', { cwd: root }))
    cpSync(join(root, pages), join(image, pages), { recursive: true })

  const everything = readJson(join(root, 'package.json'))
  const kept = pick(everything, KEPT)
  const lock = readJson(join(root, 'package-lock.json')) as unknown as Lock
  const { specifier, entry } = shipOwn(root, image, lock)
  const manifest = { ...kept, dependencies: { ...(kept['dependencies'] as object), [OWN.name]: specifier } }
  const paths = closure(lock, manifest)
  const packages = Object.entries(lock.packages)
    .filter(([path]) => paths.has(path) && path !== OWN.folder)
    .map(([path, each]): [string, object] => [
      path.replace(`${OWN.folder}/`, `${OWN.installed}/`),
      path === OWN.installed ? entry : each,
    ])
  const installed = [...paths].map((path) => path.replace(/^.*node_modules\//, ''))
  writeJson(join(image, 'package.json'), {
    ...manifest,
    scripts: { start: START, ...pick(everything['scripts'], SCRIPTS) },
    overrides: pick(everything['overrides'], installed),
    allowScripts: pick(everything['allowScripts'], installed),
    scarfSettings: everything['scarfSettings'],
  })
  writeJson(join(image, 'package-lock.json'), { ...lock, packages: { '': manifest, ...Object.fromEntries(packages) } })
}

if (import.meta.main) finishBuild(process.cwd())
