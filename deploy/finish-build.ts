/** What `npm run build` does after `cds build --production`: see {@link finishBuild}. */
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Package {
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
const SCRIPTS = ['start', 'deploy'] as const

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
 * sources of the rows out of `gen/db`.
 */
export const finishBuild = (root: string): void => {
  const image = join(root, 'gen/srv')
  rmSync(join(root, 'gen/db/source'), { recursive: true, force: true })
  cpSync(join(root, 'db/data'), join(image, 'db/data'), { recursive: true })
  for (const pages of globSync('app/*/webapp', { cwd: root }))
    cpSync(join(root, pages), join(image, pages), { recursive: true })

  const everything = readJson(join(root, 'package.json'))
  const manifest = pick(everything, KEPT)
  const lock = readJson(join(root, 'package-lock.json')) as unknown as Lock
  const paths = closure(lock, manifest)
  const packages = Object.entries(lock.packages).filter(([path]) => paths.has(path))
  const installed = [...paths].map((path) => path.replace(/^.*node_modules\//, ''))
  writeJson(join(image, 'package.json'), {
    ...manifest,
    scripts: pick(everything['scripts'], SCRIPTS),
    overrides: pick(everything['overrides'], installed),
    allowScripts: pick(everything['allowScripts'], installed),
    scarfSettings: everything['scarfSettings'],
  })
  writeJson(join(image, 'package-lock.json'), { ...lock, packages: { '': manifest, ...Object.fromEntries(packages) } })
}

if (import.meta.main) finishBuild(process.cwd())
