import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../core/has-code.ts'

/** A table; a whole schema where the name is null. */
export interface Copied {
  readonly schema: string
  readonly name: string | null
}

/** What the API has made from what, so that it is known what a table under another name holds. */
export interface CopyRegister {
  /** What a table was copied from, by itself or with its schema; undefined for all others. */
  originOf(copy: { readonly schema: string; readonly name: string }): Promise<Copied | undefined>
  add(copy: Copied, origin: Copied): Promise<void>
}

const FILE = 'copied-tables.json'

/** Kept in a file. An entry outlives its table, which at most masks more than has to be. */
export class CopiedTables implements CopyRegister {
  readonly #path: string
  readonly #origins: Map<string, Copied>
  #written: Promise<void> = Promise.resolve()

  /** @param directory where the file is kept, made with the first copy. @throws Error when it is there and cannot be read. */
  constructor(directory: string) {
    this.#path = join(directory, FILE)
    this.#origins = new Map(JSON.parse(readIfThere(this.#path) ?? '[]') as [string, Copied][])
  }

  originOf({ schema, name }: { readonly schema: string; readonly name: string }): Promise<Copied | undefined> {
    return Promise.resolve(originIn((copy) => this.#origins.get(keyOf(copy)), schema, name))
  }

  async add(copy: Copied, origin: Copied): Promise<void> {
    this.#origins.set(keyOf(copy), origin)
    // One after the other, each whole: two writers at once would leave a torn file.
    this.#written = this.#written.catch(() => undefined).then(() => this.#write())
    await this.#written
  }

  async #write(): Promise<void> {
    const unfinished = `${this.#path}.unfinished`
    await mkdir(dirname(this.#path), { recursive: true })
    await writeFile(unfinished, `${JSON.stringify([...this.#origins])}\n`)
    await rename(unfinished, this.#path)
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

const keyOf = ({ schema, name }: Copied): string => JSON.stringify([schema, name])

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
