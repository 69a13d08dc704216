import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../core/has-code.ts'

const FILE = 'cloned-schemas.json'

/** The schemas that the API has made, which stay open after a restart. */
export interface SchemaRegister {
  has(name: string): boolean | Promise<boolean>
  add(name: string): Promise<void>
  /** Without effect on names that are not there. */
  remove(name: string): Promise<void>
}

/** Names of the schemas that the API has made, kept in a file. */
export class ClonedSchemas implements SchemaRegister {
  readonly #path: string
  readonly #names: Set<string>
  #written: Promise<void> = Promise.resolve()

  /** @param directory where the file is kept. @throws Error when it is there and cannot be read. */
  constructor(directory: string) {
    this.#path = join(directory, FILE)
    this.#names = new Set(readNames(this.#path))
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  async add(name: string): Promise<void> {
    this.#names.add(name)
    await this.#save()
  }

  async remove(name: string): Promise<void> {
    if (this.#names.delete(name)) await this.#save()
  }

  async #save(): Promise<void> {
    // One after the other, each whole: two writers at once would leave a torn file.
    this.#written = this.#written.catch(() => undefined).then(() => this.#write())
    await this.#written
  }

  async #write(): Promise<void> {
    const unfinished = `${this.#path}.unfinished`
    await mkdir(dirname(this.#path), { recursive: true })
    await writeFile(unfinished, `${JSON.stringify([...this.#names].sort())}\n`)
    await rename(unfinished, this.#path)
  }
}

const readNames = (path: string): string[] => {
  const names = JSON.parse(readIfThere(path) ?? '[]') as unknown
  if (Array.isArray(names) && names.every((name): name is string => typeof name === 'string')) return names
  throw new Error(`${FILE} is not a list of schema names`)
}

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
