/** mta.yaml and its extensions hang together, and name only what the build makes: what `mbt` and a platform would look at first. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { EXTENSION_SCHEMA, MTA_SCHEMA } from '../support/mta-schema.ts'
import { ROOT } from '../support/server-process.ts'

interface Requirement {
  readonly name: string
  readonly properties?: object
}

interface Hook {
  readonly phases: readonly string[]
  readonly parameters: { readonly command: string }
}

interface Part {
  readonly name: string
  readonly type?: string
  readonly hooks?: readonly Hook[]
  readonly 'deployed-after'?: readonly string[]
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

const ajv = new Ajv({ allErrors: true, strict: false })
const complaints = (schema: object, descriptor: object): string[] => {
  ajv.validate(schema, descriptor)
  return (ajv.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message!} ${JSON.stringify(params)}`,
  )
}

test('it holds what the schema knows, and a wrong name would be found', () => {
  expect(complaints(MTA_SCHEMA, mta)).toEqual([])
  const wrong = { ...mta, modules: [{ ...modules[0], 'deployed-behind': [] }] }
  expect(complaints(MTA_SCHEMA, wrong)).toEqual([expect.stringContaining('deployed-behind')])
})

const server = modules.find(({ name }) => name === 'saga-srv')!

test('the server comes after the deployer of its database, and the first rows before it', () => {
  const deployers = modules.filter(({ type }) => type === 'hdb').map(({ name }) => name)
  expect(server['deployed-after']).toEqual(deployers)
  for (const { 'deployed-after': others = [] } of modules)
    for (const other of others) expect(modules.map(({ name }) => name)).toContain(other)
  const [hook] = server.hooks ?? []
  const phases = ['deploy.application.before-start', 'blue-green.application.before-start.idle']
  expect(hook).toMatchObject({ phases, parameters: { command: 'npm run deploy' } })
  expect(readJson('package.json').scripts).toHaveProperty('deploy')
})

test('the platform asks whether the server lives, and whether it is ready', () => {
  expect(server.parameters).toMatchObject({
    'health-check-type': 'http',
    'health-check-http-endpoint': '/health',
    'readiness-health-check-type': 'http',
    'readiness-health-check-http-endpoint': '/ready',
  })
})

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
  expect(complaints(EXTENSION_SCHEMA, extension)).toEqual([])
  expect(extension['_schema-version']).toBe(mta['_schema-version'])
  for (const kind of ['modules', 'resources'] as const)
    for (const { name } of extension[kind] ?? []) expect((mta[kind] ?? []).map((each) => each.name)).toContain(name)
})
