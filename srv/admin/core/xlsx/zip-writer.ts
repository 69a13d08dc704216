import { crc32, createDeflateRaw } from 'node:zlib'
import { AdminError } from '../../errors.ts'
import { releaseBytes } from '../release-bytes.ts'
import { throughStream } from './through-stream.ts'

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string
  /** Bytes are the archive's from then on. */
  readonly content: AsyncIterable<string | Uint8Array>
}

/** Of what was packed so far. */
interface Sums {
  crc: number
  size: number
}

interface Written extends Readonly<Sums> {
  readonly name: Buffer
  readonly compressedSize: number
  readonly offset: number
}

const MAX_SIZE = 0xff_ff_ff_ff
const MAX_FILES = 0xff_ff
// Sizes follow in a data descriptor (bit 3), names are UTF-8 (bit 11).
const FLAGS = 0x08_08
const DEFLATE = 8
// 1 January 1980, the first date that there is: the same content is the same archive.
const DATE = 0x00_21

/**
 * Writes a ZIP archive as its files come, in constant memory.
 *
 * @param tooLarge what is told where that is too large.
 * @throws AdminError `LIMIT_TOO_LARGE` beyond 4 GiB or 65,535 files, where the plain format ends.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT section 4.3
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  tooLarge = 'The spreadsheet is larger than 4 GiB; csv has no such limit',
): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  const sized = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.byteLength
    if (offset > MAX_SIZE) throw new AdminError('LIMIT_TOO_LARGE', tooLarge)
    return bytes
  }
  for await (const { name: text, content } of entries) {
    if (written.length === MAX_FILES) throw new AdminError('LIMIT_TOO_LARGE', tooLarge)
    const name = Buffer.from(text)
    const start = offset
    yield sized(localHeader(name))
    const sums: Sums = { crc: 0, size: 0 }
    let compressedSize = 0
    for await (const chunk of deflate(content, sums, tooLarge)) {
      compressedSize += chunk.byteLength
      yield sized(chunk)
    }
    yield sized(words([0x08074b50, 4], [sums.crc, 4], [compressedSize, 4], [sums.size, 4]))
    written.push({ name, ...sums, compressedSize, offset: start })
  }
  const directory = Buffer.concat(written.map(centralHeader))
  const directoryOffset = offset
  yield sized(directory)
  yield endOfDirectory(written.length, directory.length, directoryOffset)
}

// The fastest level: an export is read once, and the sheet's tags shrink well at any level.
const deflate = (content: ZipEntry['content'], sums: Sums, tooLarge: string): AsyncGenerator<Uint8Array> =>
  throughStream(summed(content, sums, tooLarge), createDeflateRaw({ level: 1, chunkSize: 65_536 }), releaseBytes)

async function* summed(content: ZipEntry['content'], sums: Sums, tooLarge: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.byteLength
    if (sums.size > MAX_SIZE) throw new AdminError('LIMIT_TOO_LARGE', tooLarge)
    yield bytes
  }
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    words([0x04034b50, 4], [20, 2], [FLAGS, 2], [DEFLATE, 2], [0, 2], [DATE, 2], [0, 4], [0, 4], [0, 4]),
    words([name.length, 2], [0, 2]),
    name,
  ])

const centralHeader = ({ name, crc, size, compressedSize, offset }: Written): Buffer =>
  Buffer.concat([
    words([0x02014b50, 4], [20, 2], [20, 2], [FLAGS, 2], [DEFLATE, 2], [0, 2], [DATE, 2]),
    words([crc, 4], [compressedSize, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4]),
    words([offset, 4]),
    name,
  ])

const endOfDirectory = (count: number, size: number, offset: number): Buffer =>
  words([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2])

/** Little-endian numbers, each with its number of bytes. */
const words = (...items: readonly (readonly [value: number, bytes: number])[]): Buffer =>
  Buffer.concat(
    items.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntLE(value, 0, bytes)
      return buffer
    }),
  )
