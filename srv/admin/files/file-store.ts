import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { link, lstat, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AdminError } from '../errors.ts'
import type { FileStore } from '../operations/operation.ts'
import { checkFileName, isFileName } from './file-name.ts'
import { hasCode } from '../core/has-code.ts'

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

const CHUNK_BYTES = 65_536
// Their leading dot keeps unfinished files out of every listing and every name that a client can send.
const UNFINISHED = /^\.unfinished-/
const ABANDONED_MS = 86_400_000

/**
 * The files directory as a sandbox: regular files directly in it, by name. Links, devices and directories do not exist
 * for clients, and what was checked is what is read, since the check repeats on the open file.
 */
export class DirectoryStore implements FileStore {
  readonly #directory: string
  readonly #limits: FileLimits

  constructor(directory: string, limits: FileLimits) {
    this.#directory = directory
    this.#limits = limits
  }

  async open(name: string): ReturnType<FileStore['open']> {
    const handle = await this.#openChecked(name)
    try {
      const { size } = await handle.stat()
      if (size > this.#limits.fileBytes)
        throw new AdminError(
          'PAYLOAD_TOO_LARGE',
          `File '${name}' has ${String(size)} bytes, of at most ${String(this.#limits.fileBytes)}`,
        )
      return {
        sizeBytes: size,
        // Never beyond the size that was checked, should the file grow meanwhile.
        read: (start = 0, end = size) => readRange(handle, start, Math.min(end, size)),
        close: () => handle.close(),
      }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** All files by name. */
  async list(): Promise<StoredFile[]> {
    const names = (await readdir(this.#directory)).filter(isFileName).sort()
    const files = await Promise.all(names.map((name) => this.#stat(name)))
    return files.filter((file) => file !== undefined)
  }

  /**
   * Writes a file as its chunks come; it appears under its name when it is complete, or not at all.
   *
   * @param options.maxBytes of this file; less when the directory has less room.
   * @throws AdminError `INVALID_FILE_NAME`, `TARGET_EXISTS` unless it may be overwritten, `PAYLOAD_TOO_LARGE`.
   */
  async create(
    name: string,
    chunks: AsyncIterable<string | Uint8Array>,
    options: { overwrite: boolean; maxBytes: number },
  ): Promise<StoredFile> {
    const path = join(this.#directory, checkFileName(name))
    await this.#refuseExisting(name, options.overwrite)
    const room = this.#limits.totalBytes - (await this.list()).reduce((sum, file) => sum + file.sizeBytes, 0)
    const unfinished = join(this.#directory, `.unfinished-${randomUUID()}`)
    try {
      await writeNew(unfinished, chunks, Math.min(options.maxBytes, room))
      await this.#refuseExisting(name, options.overwrite)
      // A link fails where a file of that name has come up meanwhile; a rename would replace it.
      await (options.overwrite ? rename(unfinished, path) : link(unfinished, path))
    } catch (cause) {
      if (hasCode(cause, 'EEXIST')) throw alreadyExists(name)
      throw cause
    } finally {
      await rm(unfinished, { force: true })
    }
    const file = await this.#stat(name)
    if (!file) throw notFound(name)
    return file
  }

  /** @throws AdminError `INVALID_FILE_NAME`, `FILE_NOT_FOUND`. */
  async remove(name: string): Promise<void> {
    const path = join(this.#directory, checkFileName(name))
    if (!(await this.#stat(name))) throw notFound(name)
    await rm(path, { force: true })
  }

  /** Removes what a process that ended in the middle of writing has left, after a day. */
  async removeAbandoned(now = Date.now()): Promise<void> {
    for (const name of await readdir(this.#directory)) {
      const path = join(this.#directory, name)
      if (UNFINISHED.test(name) && (await lstat(path)).mtimeMs < now - ABANDONED_MS) await rm(path, { force: true })
    }
  }

  async #openChecked(name: string): Promise<FileHandle> {
    const path = join(this.#directory, checkFileName(name))
    const before = await lstat(path).catch((cause: unknown) => {
      if (hasCode(cause, 'ENOENT')) throw notFound(name)
      throw cause
    })
    if (!before.isFile()) throw notAFile(name)
    if (dirname(await realpath(path)) !== (await realpath(this.#directory))) throw notAFile(name)
    // Without O_NONBLOCK a pipe that took the file's place would block for ever.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const handle = await open(path, flags).catch((cause: unknown) => {
      if (hasCode(cause, 'ENOENT')) throw notFound(name)
      if (hasCode(cause, 'ELOOP', 'EMLINK')) throw notAFile(name)
      throw cause
    })
    const opened = await handle.stat()
    if (opened.isFile() && opened.ino === before.ino && opened.dev === before.dev) return handle
    await handle.close()
    throw notAFile(name)
  }

  async #refuseExisting(name: string, overwrite: boolean): Promise<void> {
    const existing = await lstat(join(this.#directory, name)).catch(() => undefined)
    if (existing && !existing.isFile()) throw notAFile(name)
    if (existing && !overwrite) throw alreadyExists(name)
  }

  async #stat(name: string): Promise<StoredFile | undefined> {
    const stat = await lstat(join(this.#directory, name)).catch(() => undefined)
    if (!stat?.isFile()) return undefined
    return { name, sizeBytes: stat.size, modifiedAt: stat.mtime.toISOString() }
  }
}

const writeNew = async (path: string, chunks: AsyncIterable<string | Uint8Array>, maxBytes: number): Promise<void> => {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const handle = await open(path, flags, 0o600)
  try {
    let bytes = 0
    for await (const chunk of chunks) {
      const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      bytes += buffer.byteLength
      if (bytes > maxBytes)
        throw new AdminError(
          'PAYLOAD_TOO_LARGE',
          `The file is larger than ${String(Math.max(0, maxBytes))} bytes: all that one may have, or that there is room for`,
        )
      await handle.writeFile(buffer)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* readRange(handle: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end;) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - position))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const notFound = (name: string): AdminError => new AdminError('FILE_NOT_FOUND', `File '${name}' does not exist`)
const notAFile = (name: string): AdminError => new AdminError('INVALID_FILE_NAME', `'${name}' is not a regular file`)
const alreadyExists = (name: string): AdminError =>
  new AdminError('TARGET_EXISTS', `File '${name}' exists; send overwrite=true to replace it`)
