/** mta.yaml and its extensions hang together, and name only what the build makes: what `mbt` and a platform would look at first. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../support/server-process.ts'

interface Requirement {
  readonly name: string
  readonly properties?: object
}

interface Part {
  readonly name: string
  readonly path?: string
  readonly 'build-parameters'?: { readonly builder?: string }
  readonly properties?: object
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly provides?: readonly { readonly name: string; readonly properties?: object }[]
  readonly requires?: readonly Requirement[]
}

interface Descriptor {
  readonly ID: string
  readonly extends?: string
  readonly '_schema-version': string
  readonly 'build-parameters'?: { readonly 'before-all': readonly { readonly commands: readonly string[] }[] }
  readonly modules?: readonly Part[]
  readonly resources?: readonly Part[]
}

const read = (file: string): Descriptor => parse(readFileSync(join(ROOT, file), 'utf8')) as Descriptor
const readJson = (file: string): any => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

const mta = read('mta.yaml')
const modules = mta.modules ?? []
const resources = mta.resources ?? []
const parts = [...modules, ...resources]

test('what is built before packaging are scripts that there are', () => {
  const commands = mta['build-parameters']!['before-all'].flatMap((step) => step.commands)
  const { scripts } = readJson('package.json')
  expect(commands).toEqual(['npm ci', 'npm run build', 'npm ci --prefix gen/srv/srv/platform/telemetry'])
  expect(scripts).toHaveProperty('build')
  expect(mta).toMatchObject({ ID: 'saga', version: readJson('package.json').version })
})

test('every module is in the build or in git, and has a lock where its builder wants one', () => {
  for (const { path = '', 'build-parameters': build } of modules) {
    // The tests of the build see what it makes.
    if (path.startsWith('gen/')) continue
    expect(existsSync(join(ROOT, path, 'package.json'))).toBe(true)
    if (build?.builder === 'npm-ci') expect(existsSync(join(ROOT, path, 'package-lock.json'))).toBe(true)
  }
  expect(modules.map(({ path }) => path)).toEqual(['gen/srv', 'gen/db', 'app/router'])
})

test('whoever requires something is given it, with the properties that are taken', () => {
  const provided = new Map(
    parts.flatMap(({ provides = [] }) => provides.map((each) => [each.name, each.properties ?? {}])),
  )
  const names = new Set([...provided.keys(), ...resources.map(({ name }) => name)])
  for (const part of parts)
    for (const { name, properties } of part.requires ?? []) {
      expect(names).toContain(name)
      for (const [, property] of JSON.stringify(properties ?? {}).matchAll(/~\{([\w-]+)\}/g))
        expect(provided.get(name)).toHaveProperty([property!])
    }
  const qualified = [...JSON.stringify(mta).matchAll(/~\{([\w-]+)\/([\w-]+)\}/g)]
  expect(qualified.length).toBeGreaterThan(0)
  for (const [, name, property] of qualified) expect(provided.get(name!)).toHaveProperty([property!])
})

test('roles of the login service are those of the role collections', () => {
  const service = resources.find(({ name }) => name === 'saga-auth')!
  const { 'role-templates': templates, scopes } = readJson(String(service.parameters!['path']))
  const known = templates.map(({ name }: { name: string }) => `$XSAPPNAME.${name}`)
  const used = [...JSON.stringify(service).matchAll(/\$XSAPPNAME\.\w+/g)].map(([each]) => each)
  expect(used.sort()).toEqual(known.sort())
  const granted = templates.flatMap((each: { 'scope-references': string[] }) => each['scope-references'])
  expect(new Set(granted)).toEqual(new Set(scopes.map(({ name }: { name: string }) => name)))
})

test.each(globSync('deploy/*.mtaext', { cwd: ROOT }))('%s extends what there is', (file) => {
  const extension = read(file)
  expect(extension.extends).toBe(mta.ID)
  expect(extension.ID).not.toBe(mta.ID)
  expect(extension['_schema-version']).toBe(mta['_schema-version'])
  for (const kind of ['modules', 'resources'] as const)
    for (const { name } of extension[kind] ?? []) expect((mta[kind] ?? []).map((each) => each.name)).toContain(name)
})
