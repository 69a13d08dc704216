import { crc32, createDeflateRaw } from 'node:zlib'
import { AdminError } from '../errors.ts'
import { releaseBytes } from '../streams.ts'
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

/** What the plain format takes; ZIP64 writes more in fields of its own. */
const PLAIN = { size: 0xff_ff_ff_ff, files: 0xff_ff }
const TOO_LARGE = 'The spreadsheet is larger than 4 GiB; csv has no such limit'
// Sizes follow in a data descriptor (bit 3), names are UTF-8 (bit 11).
const FLAGS = 0x08_08
const DEFLATE = 8
// 1 January 1980, the first date that there is: the same content is the same archive.
const DATE = 0x00_21
const [VERSION, VERSION_64] = [20, 45]
/** Of the extra field that ZIP64 has. */
const EXTRA_64 = 1

/**
 * Writes a ZIP archive as its files come, in constant memory.
 *
 * @param isLarge whether it is one of ZIP64, which may be of any size. Programs that know the plain format alone cannot read it.
 * @param plain what stands in the fields of the plain format; tests have less.
 * @throws AdminError `LIMIT_TOO_LARGE` where the plain format ends: beyond 4 GiB or 65,535 files.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT section 4.3
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  isLarge = false,
  plain = PLAIN,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  const maxSize = isLarge ? Infinity : plain.size
  let offset = 0
  const sized = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.byteLength
    if (offset > maxSize) throw new AdminError('LIMIT_TOO_LARGE', TOO_LARGE)
    return bytes
  }
  for await (const { name: text, content } of entries) {
    if (written.length === plain.files && !isLarge) throw new AdminError('LIMIT_TOO_LARGE', TOO_LARGE)
    const name = Buffer.from(text)
    const start = offset
    yield sized(localHeader(name, isLarge))
    const sums: Sums = { crc: 0, size: 0 }
    let compressedSize = 0
    for await (const chunk of deflate(content, sums, maxSize)) {
      compressedSize += chunk.byteLength
      yield sized(chunk)
    }
    const width = isLarge ? 8 : 4
    yield sized(words([0x08074b50, 4], [sums.crc, 4], [compressedSize, width], [sums.size, width]))
    written.push({ name, ...sums, compressedSize, offset: start })
  }
  const directory = Buffer.concat(written.map((each) => centralHeader(each, plain.size)))
  const directoryOffset = offset
  yield sized(directory)
  const end = { count: written.length, size: directory.length, offset: directoryOffset }
  if (end.count > plain.files || end.size > plain.size || end.offset > plain.size) yield largeEnd(end)
  yield endOfDirectory(end, plain)
}

// The fastest level: an export is read once, and the sheet's tags shrink well at any level.
const deflate = (content: ZipEntry['content'], sums: Sums, maxSize: number): AsyncGenerator<Uint8Array> =>
  throughStream(summed(content, sums, maxSize), createDeflateRaw({ level: 1, chunkSize: 65_536 }), releaseBytes)

async function* summed(content: ZipEntry['content'], sums: Sums, maxSize: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.byteLength
    if (sums.size > maxSize) throw new AdminError('LIMIT_TOO_LARGE', TOO_LARGE)
    yield bytes
  }
}

/** Of ZIP64 with room for the sizes, which are not known yet: it makes those of the descriptor long ones. */
const localHeader = (name: Buffer, isLarge: boolean): Buffer => {
  const extra = isLarge ? words([EXTRA_64, 2], [16, 2], [0, 8], [0, 8]) : words()
  const sizes = isLarge ? PLAIN.size : 0
  return Buffer.concat([
    words([0x04034b50, 4], [isLarge ? VERSION_64 : VERSION, 2], [FLAGS, 2], [DEFLATE, 2], [0, 2], [DATE, 2], [0, 4]),
    words([sizes, 4], [sizes, 4], [name.length, 2], [extra.length, 2]),
    name,
    extra,
  ])
}

const centralHeader = ({ name, crc, size, compressedSize, offset }: Written, max: number): Buffer => {
  const numbers = [size, compressedSize, offset]
  const large = numbers.filter((each) => each > max)
  const [plainSize = 0, plainCompressed = 0, plainOffset = 0] = numbers.map((each) => (each > max ? PLAIN.size : each))
  const extra =
    large.length > 0 ? words([EXTRA_64, 2], [8 * large.length, 2], ...large.map((each) => [each, 8] as const)) : words()
  const version = large.length > 0 ? VERSION_64 : VERSION
  return Buffer.concat([
    words([0x02014b50, 4], [version, 2], [version, 2], [FLAGS, 2], [DEFLATE, 2], [0, 2], [DATE, 2]),
    words([crc, 4], [plainCompressed, 4], [plainSize, 4], [name.length, 2], [extra.length, 2]),
    words([0, 2], [0, 2], [0, 2], [0, 4], [plainOffset, 4]),
    name,
    extra,
  ])
}

/** Where the list of files is and how long, as the end of a plain archive has it. */
interface End {
  readonly count: number
  readonly size: number
  readonly offset: number
}

/** The end that ZIP64 has in front of the plain one, and what tells where it is. */
const largeEnd = ({ count, size, offset }: End): Buffer =>
  Buffer.concat([
    words([0x06064b50, 4], [44, 8], [VERSION_64, 2], [VERSION_64, 2], [0, 4], [0, 4]),
    words([count, 8], [count, 8], [size, 8], [offset, 8]),
    words([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4]),
  ])

const endOfDirectory = ({ count, size, offset }: End, plain: typeof PLAIN): Buffer => {
  const files = count > plain.files ? PLAIN.files : count
  const [length = 0, start = 0] = [size, offset].map((each) => (each > plain.size ? PLAIN.size : each))
  return words([0x06054b50, 4], [0, 2], [0, 2], [files, 2], [files, 2], [length, 4], [start, 4], [0, 2])
}

/** Little-endian numbers, each with its number of bytes. */
const words = (...items: readonly (readonly [value: number, bytes: number])[]): Buffer =>
  Buffer.concat(
    items.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes)
      if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value))
      else buffer.writeUIntLE(value, 0, bytes)
      return buffer
    }),
  )
