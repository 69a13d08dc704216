import { JsonFile } from './json-file.ts'

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
  readonly #file: JsonFile
  readonly #names: Set<string>

  /** @param directory where the file is kept. @throws Error when it is there and cannot be read. */
  constructor(directory: string) {
    this.#file = new JsonFile(directory, FILE)
    this.#names = new Set(namesIn(this.#file.read()))
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

  #save(): Promise<void> {
    return this.#file.write(() => [...this.#names].sort())
  }
}

const namesIn = (names: unknown = []): string[] => {
  if (Array.isArray(names) && names.every((name): name is string => typeof name === 'string')) return names
  throw new Error(`${FILE} is not a list of schema names`)
}
