import type { ManagedFiles, StoredFile } from './managed-files.ts'

/**
 * What work in the background has written: kept for a time, in a room of its own, so that it never takes that of files
 * for imports.
 */
export class ResultFiles {
  readonly #files: ManagedFiles
  readonly #keptMs: number

  /** @param files of nothing else. */
  constructor(files: ManagedFiles, keptMs: number) {
    this.#files = files
    this.#keptMs = keptMs
  }

  /** @throws AdminError as `ManagedFiles.create`. */
  async create(name: string, chunks: AsyncIterable<string | Uint8Array>, maxBytes: number): Promise<StoredFile> {
    await this.removeExpired()
    return this.#files.create(name, chunks, { overwrite: false, maxBytes })
  }

  /** @throws AdminError `FILE_NOT_FOUND`. */
  remove(name: string): Promise<void> {
    return this.#files.remove(name)
  }

  // eslint-disable-next-line no-restricted-properties -- files have their times by this clock
  async removeExpired(now = Date.now()): Promise<void> {
    const expired = (await this.#files.list()).filter(({ modifiedAt }) => Date.parse(modifiedAt) < now - this.#keptMs)
    // Another process may have removed them meanwhile.
    await Promise.allSettled(expired.map(({ name }) => this.#files.remove(name)))
  }

  async removeAbandoned(): Promise<void> {
    await this.#files.removeAbandoned()
    await this.removeExpired()
  }

  /** The files for imports and these, as one: new ones are for imports. No two have one name, as the names of these hold an id. */
  besides(files: ManagedFiles): ManagedFiles {
    const inEither = <T>(name: string, act: (store: ManagedFiles) => Promise<T>): Promise<T> =>
      this.#has(name).then((isResult) => act(isResult ? this.#files : files))
    return {
      open: (name) => inEither(name, (store) => store.open(name)),
      list: async () =>
        [...(await files.list()), ...(await this.#files.list())].sort((a, b) => (a.name < b.name ? -1 : 1)),
      create: (name, chunks, options) => files.create(name, chunks, options),
      remove: (name) => inEither(name, (store) => store.remove(name)),
      removeAbandoned: async () => {
        await files.removeAbandoned()
        await this.removeAbandoned()
      },
    }
  }

  async #has(wanted: string): Promise<boolean> {
    return (await this.#files.list()).some(({ name }) => name === wanted)
  }
}
