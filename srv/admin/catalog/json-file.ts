import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskError } from '../core/disk-error.ts'
import { hasCode } from '../core/has-code.ts'

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
