/**
 * Keeps what CAP compiles from the models, so that the servers of hundreds of test files compile each of it once. The compiler
 * is a pure function of models, options and settings, and all of them are in the key; it takes most of the time of a start.
 * What V8 compiles is kept as well.
 *
 * For a process: `node --import test/support/compile-cache.ts`. For jest: imported by `setup.ts`.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import process from 'node:process'
import cds from '@sap/cds'
import { CODE } from './keep-code.ts'
import { fromText, toText } from './object-graph.ts'

/** A model of CAP. */
interface Model {
  readonly $sources?: readonly string[]
}

/** A model, and the files that it was made of. */
interface KeptModel {
  readonly model: Model
  readonly sources: readonly string[]
  readonly digest: string
}

/** What CAP's types leave out of it. */
interface Emitter {
  emit(event: string, model: Model): Promise<unknown>
}

type Load = (models: unknown, options?: { silent?: boolean }) => Promise<Model>
type Compile = (model: Model, options?: unknown) => object

const PACKAGES = resolve(import.meta.dirname, '../../node_modules')
const FOLDER = join(PACKAGES, '.cache/saga-compile')
const COMPILER = readFileSync(join(PACKAGES, '@sap/cds-compiler/package.json'), 'utf8')

const digestOf = (...texts: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('base64url')
}

const digestOfFiles = (files: readonly string[]): string => digestOf(...files.map((file) => readFileSync(file, 'utf8')))

/** What compilation depends on besides models. */
const settings = (): unknown => {
  const { odata, sql, cdsc, fiori, features, folders, requires } = cds.env as unknown as Record<string, unknown>
  // Where a database is changes nothing.
  const { credentials: _, ...db } = (requires as { db?: Record<string, unknown> }).db ?? {}
  return [cds.version, COMPILER, cds.root, odata, sql, cdsc, fiori, features, folders, db]
}

/** @returns undefined if nothing is kept under the name. */
function kept(name: string): object | undefined {
  try {
    return fromText(readFileSync(join(FOLDER, name), 'utf8'))
  } catch {
    return undefined
  }
}

/** Others may read and write the same at the same time: a file appears whole. */
function keep(name: string, value: object): void {
  const text = toText(value)
  if (text === undefined) return
  mkdirSync(FOLDER, { recursive: true })
  const draft = join(FOLDER, `${name}.${String(process.pid)}`)
  writeFileSync(draft, text)
  renameSync(draft, join(FOLDER, name))
}

/** Loads all models of a project from what is kept, unless a source has changed since. */
const cachedLoad =
  (load: Load): Load =>
  async (models, options) => {
    const files = cds.resolve(models as string)
    if (models !== '*' || !files) return load(models, options)
    const name = `${digestOf(JSON.stringify([files, settings()]))}.model`
    const found = kept(name) as KeptModel | undefined
    if (found && digestOfFiles(found.sources) === found.digest) {
      if (!options?.silent) await (cds as unknown as Emitter).emit('loaded', found.model)
      return found.model
    }
    const model = await load(models, options)
    const sources = model.$sources ?? []
    keep(name, { model, sources, digest: digestOfFiles(sources) } satisfies KeptModel)
    return model
  }

const cachedCompile =
  (kind: string) =>
  (compile: Compile): Compile =>
  (model, options) => {
    const name = `${digestOf(JSON.stringify([model, options, settings()]))}.${kind}`
    const found = kept(name)
    if (found) return found
    const made = compile(model, options)
    keep(name, made)
    return made
  }

/** Puts a function around another one that its owner loads when it is first used; what hangs on that one hangs on this one. */
function around<F extends object>(owner: object, name: string, wrap: (own: F) => F): void {
  Object.defineProperty(owner, name, {
    configurable: true,
    get: () => {
      Reflect.deleteProperty(owner, name)
      const own = Reflect.get(owner, name) as F
      const value = Object.setPrototypeOf(wrap(own), own) as F
      Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
      return value
    },
  })
}

enableCompileCache(CODE)
around(cds, 'load', cachedLoad)
around(cds.compile.for, 'odata', cachedCompile('odata'))
around(cds.compile.to, 'sql', cachedCompile('sql'))
