import { createGunzip } from 'node:zlib'
import { throughStream } from '../../../core/xlsx/through-stream.ts'
import type { UnpackLimits } from '../../../core/xlsx/zip-reader.ts'
import { AdminError } from '../../../core/errors.ts'
import type { StoredFileHandle } from '../../operation.ts'

/** Small files may unpack to more than their share. */
const ALWAYS_BYTES = 1_048_576

/** A file as its readers see it: what gzip has packed is unpacked on its way. */
export interface ReadableFile extends StoredFileHandle {
  readonly isPacked: boolean
}

/**
 * Unpacks a file that gzip has packed, whatever it is called: no text begins as such files do.
 *
 * @throws AdminError `INVALID_FILE_CONTENT` for what is called so and is not; while it is read, for what is damaged or cut, and
 *   `PAYLOAD_TOO_LARGE` when it unpacks to more than it may.
 */
export const unpack = async (file: StoredFileHandle, name: string, limits: UnpackLimits): Promise<ReadableFile> => {
  if (!(await isGzip(file))) {
    if (isPackedName(name)) throw invalid(`File '${name}' is called as if gzip had packed it, and is not`)
    return {
      sizeBytes: file.sizeBytes,
      isPacked: false,
      read: (start, end) => file.read(start, end),
      close: () => file.close(),
    }
  }
  return {
    sizeBytes: file.sizeBytes,
    isPacked: true,
    read: () => gunzip(file, limits),
    close: () => file.close(),
  }
}

export const isPackedName = (name: string): boolean => /\.gz(?:ip)?$/i.test(name)

const isGzip = async (file: StoredFileHandle): Promise<boolean> => {
  const parts: Uint8Array[] = []
  for await (const bytes of file.read(0, 2)) parts.push(bytes)
  const start = Buffer.concat(parts)
  return start[0] === 0x1f && start[1] === 0x8b
}

async function* gunzip(file: StoredFileHandle, limits: UnpackLimits): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: 65_536 })
  let size = 0
  try {
    for await (const chunk of throughStream(file.read(), stream)) {
      size += chunk.byteLength
      const isBomb = size > ALWAYS_BYTES && size > file.sizeBytes * limits.ratio
      if (isBomb || size > limits.bytes)
        throw new AdminError(
          'PAYLOAD_TOO_LARGE',
          `The file unpacks to more than ${isBomb ? `${limits.ratio} times its size` : `${limits.bytes} bytes`}`,
        )
      yield chunk
    }
  } catch (cause) {
    throw cause instanceof AdminError
      ? cause
      : invalid('What gzip has packed is damaged, or not all of it is there', cause)
  }
}

const invalid = (details: string, cause?: unknown): AdminError =>
  new AdminError('INVALID_FILE_CONTENT', details, { cause })
