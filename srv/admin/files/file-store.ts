import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AdminError, diskError, hasCode } from '../core/errors.ts'
import {
  checkFileName,
  isFileName,
  fileExists,
  type FileLimits,
  fileNotFound,
  fileTooLarge,
  limited,
  type ManagedFiles,
  type StoredFile,
} from './managed-files.ts'

const CHUNK_BYTES = 65_536
// Their leading dot keeps unfinished files out of every listing and every name that a client can send.
const UNFINISHED = /^\.unfinished-/
const ABANDONED_MS = 86_400_000

/**
 * The files directory as a sandbox: regular files directly in it, by name. Links, devices and directories do not exist
 * for clients, and what was checked is what is read, since the check repeats on the open file.
 */
export class DirectoryStore implements ManagedFiles {
  readonly #directory: string
  readonly #limits: FileLimits

  constructor(directory: string, limits: FileLimits) {
    this.#directory = directory
    this.#limits = limits
  }

  async open(name: string): ReturnType<ManagedFiles['open']> {
    const handle = await this.#openChecked(name)
    try {
      const { size } = await handle.stat()
      if (size > this.#limits.fileBytes) throw fileTooLarge(name, size, this.#limits.fileBytes)
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

  async list(): Promise<StoredFile[]> {
    const names = (await this.#names()).filter(isFileName).sort()
    const files = await Promise.all(names.map((name) => this.#stat(name)))
    return files.filter((file) => file !== undefined)
  }

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
      await mkdir(this.#directory, { recursive: true })
      await writeNew(unfinished, chunks, Math.min(options.maxBytes, room))
      await this.#refuseExisting(name, options.overwrite)
      // A link fails where a file of that name has come up meanwhile; a rename would replace it.
      await (options.overwrite ? rename(unfinished, path) : link(unfinished, path))
    } catch (cause) {
      throw hasCode(cause, 'EEXIST') ? fileExists(name) : diskError(cause)
    } finally {
      await rm(unfinished, { force: true })
    }
    const file = await this.#stat(name)
    if (!file) throw fileNotFound(name)
    return file
  }

  async remove(name: string): Promise<void> {
    const path = join(this.#directory, checkFileName(name))
    if (!(await this.#stat(name))) throw fileNotFound(name)
    try {
      await rm(path, { force: true })
    } catch (cause) {
      throw diskError(cause)
    }
  }

  // eslint-disable-next-line no-restricted-properties -- files have their times by this clock
  async removeAbandoned(now = Date.now()): Promise<void> {
    for (const name of await this.#names()) {
      const path = join(this.#directory, name)
      if (UNFINISHED.test(name) && (await lstat(path)).mtimeMs < now - ABANDONED_MS) await rm(path, { force: true })
    }
  }

  /** Of all that is there; the directory is made with the first file. */
  async #names(): Promise<string[]> {
    return readdir(this.#directory).catch((cause: unknown) => {
      if (hasCode(cause, 'ENOENT')) return []
      throw cause
    })
  }

  async #openChecked(name: string): Promise<FileHandle> {
    const path = join(this.#directory, checkFileName(name))
    const before = await lstat(path).catch((cause: unknown) => {
      if (hasCode(cause, 'ENOENT')) throw fileNotFound(name)
      throw cause
    })
    if (!before.isFile()) throw notAFile(name)
    if (dirname(await realpath(path)) !== (await realpath(this.#directory))) throw notAFile(name)
    // Without O_NONBLOCK a pipe that took the file's place would block for ever.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    const handle = await open(path, flags).catch((cause: unknown) => {
      if (hasCode(cause, 'ENOENT')) throw fileNotFound(name)
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
    if (existing && !overwrite) throw fileExists(name)
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
    for await (const chunk of limited(chunks, maxBytes)) await handle.writeFile(chunk)
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

const notAFile = (name: string): AdminError => new AdminError('INVALID_FILE_NAME', `'${name}' is not a regular file`)
