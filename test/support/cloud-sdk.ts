/** Clients that SAP Cloud SDK generates from $metadata, and the part of their API that the tests use: they exist at test time only. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './app.ts'

// Our services ask for no CSRF token; the client asks for one before each write, and would log that it got none.
process.env['SAP_CLOUD_SDK_LOG_LEVEL'] = 'error'

const require = createRequire(__filename)
/** The generator has packages of its own, named in `test/cloud-sdk`. */
const HOME = join(ROOT, 'node_modules', '.cache', 'cloud-sdk')
const PACKAGES = join(HOME, 'node_modules')
const GENERATOR = join(PACKAGES, '@sap-cloud-sdk', 'generator', 'dist', 'cli.js')
const run = promisify(execFile)

export interface Destination {
  url: string
}

export interface Executable<Result> {
  execute(destination: Destination): Promise<Result>
}

export interface GetAll<Entity> extends Executable<Entity[]> {
  filter(...conditions: unknown[]): this
  expand(...links: unknown[]): this
  orderBy(...fields: unknown[]): this
  select(...fields: unknown[]): this
  top(rows: number): this
  skip(rows: number): this
  count(): Executable<number>
}

export interface GetByKey<Entity> extends Executable<Entity> {
  expand(...links: unknown[]): this
}

export interface Field {
  equals(value: unknown): unknown
  greaterThan(value: unknown): unknown
  expand(...links: unknown[]): unknown
  filter(...conditions: unknown[]): unknown
  select(...fields: unknown[]): unknown
}

export interface Api<Entity> {
  requestBuilder(): {
    getAll(): GetAll<Entity>
    getByKey(...key: unknown[]): GetByKey<Entity>
    create(entity: Entity): Executable<Entity>
    update(entity: Entity): Executable<Entity>
    delete(...key: unknown[]): Executable<void>
  }
  entityBuilder(): { fromJson(values: Partial<Entity>): Entity }
  schema: Record<string, Field>
}

/** What a batch answers per part: `as` reads the rows of a read, `responses` are those of a change set, and an error has neither. */
export interface BatchResponse {
  httpCode: number
  as?<Entity>(api: Api<Entity>): Entity[]
  responses?: { httpCode: number; as?<Entity>(api: Api<Entity>): Entity }[]
}

export interface Batch extends Executable<BatchResponse[]> {
  withSubRequestPathType(type: 'absolute' | 'relativeToService' | 'relativeToEntity'): this
}

export type Client<Apis> = Apis & {
  batch(...parts: unknown[]): Batch
  changeset(...writes: unknown[]): unknown
}

export interface Service {
  /** File name and folder of the client. */
  name: string
  /** Path of the service on the server. */
  path: string
  metadata: string
}

/** Generates one client per service into a temporary folder, and installs what does that where it is missing; `load` gives the generated module, `remove` deletes the folder. */
export const generateClients = async (services: readonly Service[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'cloud-sdk-'))
  mkdirSync(join(folder, 'metadata'))
  if (!existsSync(GENERATOR)) {
    cpSync(join(ROOT, 'test', 'cloud-sdk'), HOME, { recursive: true })
    await run('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: HOME })
  }
  symlinkSync(PACKAGES, join(folder, 'node_modules'), 'junction')
  for (const { name, metadata } of services) writeFileSync(join(folder, 'metadata', `${name}.edmx`), metadata)
  const options = services.map(({ name, path }) => [`metadata/${name}.edmx`, { directoryName: name, basePath: path }])
  writeFileSync(join(folder, 'options.json'), JSON.stringify(Object.fromEntries(options)))
  await run(
    process.execPath,
    [GENERATOR, '--input', 'metadata', '--outputDir', 'clients', '--optionsPerService', 'options.json'],
    { cwd: folder },
  )
  return {
    load: (name: string): unknown => require(join(folder, 'clients', name)),
    remove: (): void => {
      rmSync(folder, { recursive: true })
    },
  }
}
