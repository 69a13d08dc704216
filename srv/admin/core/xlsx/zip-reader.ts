import { crc32, createInflateRaw } from 'node:zlib'
import { AdminError } from '../errors.ts'
import { throughStream } from './through-stream.ts'

/** Reads a part of the archive. */
export type ReadRange = (start: number, end: number) => AsyncIterable<Uint8Array>

/** What an archive may unpack to: it is the sender who says how much that is. */
export interface UnpackLimits {
  readonly bytes: number
  /** Unpacked bytes for each packed one. */
  readonly ratio: number
}

interface Entry {
  readonly method: number
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  readonly offset: number
}

const END_BYTES = 22
const LOCATOR_BYTES = 20
const LARGE_END_BYTES = 56
const MAX_COMMENT = 65_535
const MAX_DIRECTORY = 4_194_304
const ENCRYPTED = 1
/** Of the field of ZIP64, and what stands in the plain one for a number that it has. */
const EXTRA_64 = 1
const IN_EXTRA = 0xff_ff_ff_ff

/** The files of a ZIP archive, by name. */
export class ZipArchive {
  readonly #read: ReadRange
  readonly #limits: UnpackLimits
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #what: string
  /** Files that its list names, those that cannot be read and those of the same name included. */
  readonly count: number
  #unpacked = 0

  private constructor(
    read: ReadRange,
    limits: UnpackLimits,
    { entries, count, what }: { entries: ReadonlyMap<string, Entry>; count: number; what: string },
  ) {
    this.#read = read
    this.#limits = limits
    this.#entries = entries
    this.count = count
    this.#what = what
  }

  /**
   * @param what the archive is, as messages call it.
   * @throws AdminError `INVALID_FILE_CONTENT` for what is no archive.
   */
  static async open(read: ReadRange, size: number, limits: UnpackLimits, what = 'workbook'): Promise<ZipArchive> {
    const tail = await readAll(read, Math.max(0, size - END_BYTES - MAX_COMMENT - LOCATOR_BYTES), size)
    const at = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    if (at === -1 || tail.length - at < END_BYTES) throw invalid(`the file is no ${what}`)
    const { count, directorySize, start } = (await readLargeEnd(read, tail, at, what)) ?? {
      count: tail.readUInt16LE(at + 10),
      directorySize: tail.readUInt32LE(at + 12),
      start: tail.readUInt32LE(at + 16),
    }
    if (directorySize > MAX_DIRECTORY || start + directorySize > size)
      throw invalid(`the ${what}'s list of parts is damaged or too long`)
    const directory = await readAll(read, start, start + directorySize)
    return new ZipArchive(read, limits, { entries: readDirectory(directory, count, what), count, what })
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** @throws AdminError `INVALID_FILE_CONTENT`, `PAYLOAD_TOO_LARGE` when it unpacks to more than it may. */
  async *content(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (!entry) throw invalid(`the ${this.#what} has no part '${name}'`)
    const header = await readAll(this.#read, entry.offset, entry.offset + 30)
    if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw invalid(`the ${this.#what} is damaged`)
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    const packed = this.#read(start, start + entry.compressedSize)
    let size = 0
    let crc = 0
    for await (const chunk of entry.method === 0 ? packed : inflate(packed, this.#what)) {
      size += chunk.byteLength
      crc = crc32(chunk, crc)
      this.#unpacked += chunk.byteLength
      const isBomb = size > 1_048_576 && size > entry.compressedSize * this.#limits.ratio
      if (isBomb || this.#unpacked > this.#limits.bytes)
        throw new AdminError(
          'PAYLOAD_TOO_LARGE',
          `The ${this.#what} unpacks to more than ${isBomb ? `${this.#limits.ratio} times its size` : `${this.#limits.bytes} bytes`}`,
        )
      yield chunk
    }
    if (size !== entry.size || crc !== entry.crc) throw invalid(`the ${this.#what}'s part '${name}' is damaged`)
  }
}

/** What ZIP64 tells of the list of files, in front of the end that each archive has; null where there is none. */
const readLargeEnd = async (
  read: ReadRange,
  tail: Buffer,
  end: number,
  what: string,
): Promise<{ count: number; directorySize: number; start: number } | null> => {
  const locator = end - LOCATOR_BYTES
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) return null
  const at = Number(tail.readBigUInt64LE(locator + 8))
  const found = Number.isSafeInteger(at) ? await readAll(read, at, at + LARGE_END_BYTES) : Buffer.alloc(0)
  if (found.length < LARGE_END_BYTES || found.readUInt32LE(0) !== 0x06064b50) throw invalid(`the ${what} is damaged`)
  const [count = 0, directorySize = 0, start = 0] = [32, 40, 48].map((place) => Number(found.readBigUInt64LE(place)))
  return { count, directorySize, start }
}

const readDirectory = (directory: Buffer, count: number, what: string): Map<string, Entry> => {
  const entries = new Map<string, Entry>()
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw invalid(`the ${what} is damaged`)
    const flags = directory.readUInt16LE(at + 8)
    const method = directory.readUInt16LE(at + 10)
    const nameLength = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    if (flags & ENCRYPTED) throw invalid(`the ${what} is encrypted`)
    const extraLength = directory.readUInt16LE(at + 30)
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const entry = {
      method,
      crc: directory.readUInt32LE(at + 16),
      ...largeNumbers(extra, {
        size: directory.readUInt32LE(at + 24),
        compressedSize: directory.readUInt32LE(at + 20),
        offset: directory.readUInt32LE(at + 42),
      }),
    }
    if (method === 0 || method === 8) entries.set(name, entry)
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
  }
  return entries
}

type Numbers = Pick<Entry, 'size' | 'compressedSize' | 'offset'>

/** Numbers that are too large for their fields stand in a field of ZIP64, in this order. */
const largeNumbers = (extra: Buffer, plain: Numbers): Numbers => {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== EXTRA_64) at += 4 + extra.readUInt16LE(at + 2)
  const next = (number: number): number => {
    if (number !== IN_EXTRA || at + 12 > extra.length) return number
    const large = Number(extra.readBigUInt64LE(at + 4))
    at += 8
    return large
  }
  return { size: next(plain.size), compressedSize: next(plain.compressedSize), offset: next(plain.offset) }
}

async function* inflate(packed: AsyncIterable<Uint8Array>, what: string): AsyncGenerator<Uint8Array> {
  try {
    yield* throughStream(packed, createInflateRaw({ chunkSize: 65_536 }))
  } catch (cause) {
    throw cause instanceof AdminError ? cause : invalid(`the ${what} is damaged`, cause)
  }
}

const readAll = async (read: ReadRange, start: number, end: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of read(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const invalid = (problem: string, cause?: unknown): AdminError =>
  new AdminError('INVALID_FILE_CONTENT', `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`, { cause })
