import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../core/has-code.ts'

/** What the API remembers across restarts: a JSON file, in a directory that is made when there is something to remember. */
export class RegisterFile {
  readonly #path: string
  #written: Promise<void> = Promise.resolve()

  constructor(directory: string, name: string) {
    this.#path = join(directory, name)
  }

  /** @returns undefined when there is no file yet. @throws Error when it is there and cannot be read. */
  read(): unknown {
    const text = readIfThere(this.#path)
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** @param content asked when it is this one's turn. */
  async save(content: () => unknown): Promise<void> {
    // One after the other, each whole: two writers at once would leave a torn file.
    this.#written = this.#written.catch(() => undefined).then(() => this.#write(content()))
    await this.#written
  }

  async #write(content: unknown): Promise<void> {
    const unfinished = `${this.#path}.unfinished`
    await mkdir(dirname(this.#path), { recursive: true })
    await writeFile(unfinished, `${JSON.stringify(content)}\n`)
    await rename(unfinished, this.#path)
  }
}

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
