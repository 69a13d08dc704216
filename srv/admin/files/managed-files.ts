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
