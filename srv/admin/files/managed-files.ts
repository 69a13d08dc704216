import { AdminError } from '../core/errors.ts'
import type { FileStore } from '../operations/operation.ts'

/** A file as listings show it. */
export interface StoredFile {
  readonly name: string
  readonly sizeBytes: number
  readonly modifiedAt: string
}

export interface FileLimits {
  /** Of one file that is read. */
  readonly fileBytes: number
  /** Of all files together. */
  readonly totalBytes: number
}

/** The files that import reads from, as clients manage them. */
export interface ManagedFiles extends FileStore {
  /** All files by name. */
  list(): Promise<StoredFile[]>
  create(...file: Parameters<FileStore['create']>): Promise<StoredFile>
  /** @throws AdminError `INVALID_FILE_NAME`, `FILE_NOT_FOUND`. */
  remove(name: string): Promise<void>
  /** Removes what a process that ended in the middle of writing has left, after a day. */
  removeAbandoned(): Promise<void>
}

export const fileNotFound = (name: string): AdminError =>
  new AdminError('FILE_NOT_FOUND', `File '${name}' does not exist`)

export const fileExists = (name: string): AdminError =>
  new AdminError('TARGET_EXISTS', `File '${name}' exists; send overwrite=true to replace it`)

/** For reading. */
export const fileTooLarge = (name: string, sizeBytes: number, maxBytes: number): AdminError =>
  new AdminError('PAYLOAD_TOO_LARGE', `File '${name}' has ${sizeBytes} bytes, of at most ${maxBytes}`)

/** Chunks as they come, up to so many bytes. @throws AdminError `PAYLOAD_TOO_LARGE`. */
export async function* limited(
  chunks: AsyncIterable<string | Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    bytes += buffer.byteLength
    if (bytes > maxBytes)
      throw new AdminError(
        'PAYLOAD_TOO_LARGE',
        `The file is larger than ${Math.max(0, maxBytes)} bytes: all that one may have, or that there is room for`,
      )
    yield buffer
  }
}

const FORM = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,127}$/
// Windows opens these devices whatever extension follows.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i

/** Whether a name is one of a file in the files directory: no path, no device, the same file on every system. */
export const isFileName = (name: string): boolean =>
  FORM.test(name) && !name.includes('..') && !/[. ]$/.test(name) && !DEVICE.test(name)

/** @throws AdminError `INVALID_FILE_NAME`. */
export const checkFileName = (name: string): string => {
  if (isFileName(name)) return name
  throw new AdminError(
    'INVALID_FILE_NAME',
    'A file name has 1 to 128 letters, digits, spaces, dots, hyphens and underscores, starts with a letter or digit, ' +
      'does not end in a dot or space, and names no path or device',
  )
}

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
