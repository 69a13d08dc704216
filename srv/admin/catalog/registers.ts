import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Copied, SchemaRegister } from '../operations/operation.ts'
import { diskError, hasCode } from '../core/errors.ts'

/** A small JSON document on disk, which is always one that was written whole. */
export class JsonFile {
  readonly #path: string
  #written: Promise<void> = Promise.resolve()

  /** @param directory made when something is first written: reading alone leaves no trace. */
  constructor(directory: string, name: string) {
    this.#path = join(directory, name)
  }

  /** @returns undefined where there is no file. @throws Error when it is there and cannot be read. */
  read(): unknown {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8'))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  /** @param content what is to be written once those before are through: two writers at once would leave a torn file. @throws AdminError for a full disk. */
  async write(content: () => unknown): Promise<void> {
    this.#written = this.#written.catch(() => undefined).then(() => this.#write(content()))
    await this.#written
  }

  async #write(content: unknown): Promise<void> {
    const unfinished = `${this.#path}.unfinished`
    try {
      await mkdir(dirname(this.#path), { recursive: true })
      await writeFile(unfinished, `${JSON.stringify(content)}\n`)
      await rename(unfinished, this.#path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw diskError(error)
    }
  }
}

const FILE = 'cloned-schemas.json'

/**
 * Names of the schemas that the API has made, kept in a file.
 *
 * @param directory where the file is kept. @throws Error when it is there and cannot be read.
 */
export const clonedSchemas = (directory: string): SchemaRegister => {
  const file = new JsonFile(directory, FILE)
  const names = new Set(namesIn(file.read()))
  const save = (): Promise<void> => file.write(() => [...names].sort())
  return {
    has: (name) => names.has(name),
    add: async (name) => {
      names.add(name)
      await save()
    },
    remove: async (name) => {
      if (names.delete(name)) await save()
    },
  }
}

const namesIn = (names: unknown = []): string[] => {
  if (Array.isArray(names) && names.every((name): name is string => typeof name === 'string')) return names
  throw new Error(`${FILE} is not a list of schema names`)
}

/** What the API has made from what, so that it is known what a table under another name holds. */
export interface CopyRegister {
  /** What a table was copied from, by itself or with its schema; undefined for all others. */
  originOf(copy: { readonly schema: string; readonly name: string }): Promise<Copied | undefined>
  add(copy: Copied, origin: Copied): Promise<void>
}

/**
 * Kept in a file. An entry stays when its table goes, which at most masks more than has to be.
 *
 * @param directory where the file is kept. @throws Error when it is there and cannot be read.
 */
export const copiedTables = (directory: string): CopyRegister => {
  const file = new JsonFile(directory, 'copied-tables.json')
  const origins = new Map(file.read() as [string, Copied][] | undefined)
  return {
    originOf: ({ schema, name }) => Promise.resolve(originIn((copy) => origins.get(keyOf(copy)), schema, name)),
    add: async (copy, origin) => {
      origins.set(keyOf(copy), origin)
      await file.write(() => [...origins])
    },
  }
}

/** The table's own origin, or the table of that name in its schema's. */
export const originIn = (
  find: (copy: Copied) => Copied | undefined,
  schema: string,
  name: string,
): Copied | undefined => {
  const own = find({ schema, name })
  if (own) return own
  const whole = find({ schema, name: null })
  return whole && { schema: whole.schema, name }
}

export const keyOf = ({ schema, name }: Copied): string => JSON.stringify([schema, name])
