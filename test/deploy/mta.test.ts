/**
 * The descriptor of the application for SAP BTP, as far as that can be known here: what it refers to exists, in itself, in
 * its extensions, in the files of this project, and in what the build makes.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../support/server-process.ts'

interface Requirement {
  readonly name: string
  readonly properties?: object
}
interface Part {
  readonly name: string
  readonly type: string
  readonly path?: string
  readonly active?: boolean
  readonly properties?: Readonly<Record<string, string>>
  readonly parameters?: Readonly<Record<string, any>> // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary YAML
  readonly 'build-parameters'?: { readonly builder: string }
  readonly provides?: readonly { readonly name: string; readonly properties: object }[]
  readonly requires?: readonly Requirement[]
}
interface Descriptor {
  readonly ID: string
  readonly version: string
  readonly extends?: string
  readonly '_schema-version': string
  readonly 'build-parameters': { readonly 'before-all': readonly { readonly commands: readonly string[] }[] }
  readonly modules?: readonly Part[]
  readonly resources?: readonly Part[]
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const readYaml = (file: string): Descriptor => parse(read(file)) as Descriptor
const readJson = (file: string): any => JSON.parse(read(file)) // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

const mta = readYaml('mta.yaml')
const [modules, resources] = [mta.modules!, mta.resources!]
const parts = [...modules, ...resources]
const provided = new Map(modules.flatMap(({ provides = [] }) => provides.map((set) => [set.name, set.properties])))
const extensions = readdirSync(join(ROOT, 'deploy')).filter((file) => file.endsWith('.mtaext'))

test('the version is that of the package', () => {
  expect(mta.version).toBe(readJson('package.json').version)
  expect(mta.ID).toBe(readJson('package.json').name)
})

test('names are unique', () => {
  const names = [...parts.map(({ name }) => name), ...provided.keys()]
  expect(new Set(names).size).toBe(names.length)
})

test('every requirement is met, down to the properties that it names', () => {
  const resourceNames = new Set(resources.map(({ name }) => name))
  for (const part of parts)
    for (const { name, properties = {} } of part.requires ?? []) {
      expect([part.name, name, provided.has(name) || resourceNames.has(name)]).toEqual([part.name, name, true])
      for (const [, property = ''] of JSON.stringify(properties).matchAll(/~\{([^}/]+)\}/g))
        expect(provided.get(name)).toHaveProperty(property)
    }
  for (const part of parts)
    for (const [, set = '', property = ''] of JSON.stringify(part.parameters ?? {}).matchAll(
      /~\{([^}/]+)\/([^}]+)\}/g,
    )) {
      expect(part.requires?.map(({ name }) => name)).toContain(set)
      expect(provided.get(set)).toHaveProperty(property)
    }
})

test('the build is made of scripts that exist, and makes the folders of the modules', () => {
  const commands = mta['build-parameters']['before-all'].flatMap((step) => step.commands)
  expect(commands).toEqual(['npm ci', 'npm run build'])
  expect(readJson('package.json').scripts).toHaveProperty('build')
  const made = ['gen/srv', 'gen/db']
  const sources = modules.map(({ path }) => path!).filter((path) => !made.includes(path))
  expect(sources).toEqual(['app/router'])
  expect(sources.filter((path) => !existsSync(join(ROOT, path, 'package.json')))).toEqual([])
})

test('modules that are installed from their lock have one', () => {
  for (const { path, 'build-parameters': build } of modules)
    // test/build.test.ts looks at the one that the build writes.
    if (build?.builder === 'npm-ci' && path !== 'gen/srv')
      expect(existsSync(join(ROOT, path!, 'package-lock.json'))).toBe(true)
})

test('files that resources name exist', () => {
  const files = resources.flatMap(({ parameters }) => (parameters?.['path'] as string | undefined) ?? [])
  expect(files).toEqual(['deploy/xs-security.json'])
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('every role template is in a collection of its own', () => {
  const { config } = resources.find(({ name }) => name === 'saga-auth')!.parameters!
  const given: string[] = config['role-collections'].flatMap((each: any) => each['role-template-references']) // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary YAML
  const templates: { name: string }[] = readJson('deploy/xs-security.json')['role-templates']
  expect(given).toEqual(templates.map(({ name }) => `$XSAPPNAME.${name}`))
})

test('the server listens to the platform, and its settings are JSON', () => {
  const { properties } = modules.find(({ name }) => name === 'saga-srv')!
  expect(properties).toMatchObject({ HOST: '0.0.0.0', NODE_ENV: 'production' })
  expect(Object.keys(JSON.parse(properties!['CDS_CONFIG']!) as object)).toEqual(['process', 'admin'])
})

test('the approuter forwards to the server, under the name by which its routes know it', () => {
  const { requires } = modules.find(({ type }) => type === 'approuter.nodejs')!
  const destination = requires!.find(({ name }) => name === 'srv-api')!.properties as { name: string }
  const { routes } = readJson('app/router/xs-app.json')
  expect(new Set(routes.map((route: { destination: string }) => route.destination))).toEqual(
    new Set([destination.name]),
  )
})

const allNames = (descriptor: Descriptor): string[] =>
  [...(descriptor.modules ?? []), ...(descriptor.resources ?? [])].map(({ name }) => name)

test.each(extensions)('%s extends only what there is', (file) => {
  const extension = readYaml(`deploy/${file}`)
  expect(extension.extends).toBe(mta.ID)
  expect(extension.ID).not.toBe(mta.ID)
  expect(extension['_schema-version']).toBe(mta['_schema-version'])
  expect(allNames(extension).filter((name) => !allNames(mta).includes(name))).toEqual([])
})

test.each([[[]], [['ias.mtaext']], [['xsa.mtaext']]])('one service for logins is active, with %j', (files) => {
  const all = [mta, ...files.map((file) => readYaml(`deploy/${file}`))]
  const isActive = (name: string): boolean =>
    all.reduce((active, { resources: list = [] }) => list.find((each) => each.name === name)?.active ?? active, true)
  expect(['saga-auth', 'saga-ias'].filter(isActive)).toEqual([files.includes('ias.mtaext') ? 'saga-ias' : 'saga-auth'])
})
