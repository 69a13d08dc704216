import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { releaseBytes } from '../core/release-bytes.ts'

const LINE_FEED = 0x0a
const QUOTE = 0x22

/** What a part of a dump has, whoever reads it. */
export interface Sums {
  /** Records behind the one with the names of the columns. */
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of all bytes, in hexadecimal digits. */
  readonly sha256: string
  /** The same for lines in any order: the CRC-32 of each added up, and its square, both as numbers of 32 bits. */
  readonly lineSum: string
}

/** Adds up a part as its bytes come, in constant memory. */
export class PartSums {
  readonly #all = createHash('sha256')
  #records = 0
  #bytes = 0
  #sum = 0
  #squares = 0
  /** Of the line that is not at its end yet. */
  #crc = 0
  #isInQuotes = false

  add(bytes: Uint8Array): void {
    this.#all.update(bytes)
    this.#bytes += bytes.byteLength
    let start = 0
    let quote = bytes.indexOf(QUOTE)
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, start)) {
      for (; quote >= 0 && quote < at; quote = bytes.indexOf(QUOTE, quote + 1)) this.#isInQuotes = !this.#isInQuotes
      const crc = crc32(bytes.subarray(start, at + 1), this.#crc)
      this.#sum = (this.#sum + crc) >>> 0
      this.#squares = (this.#squares + Math.imul(crc, crc)) >>> 0
      if (!this.#isInQuotes) this.#records++
      start = at + 1
      this.#crc = 0
    }
    for (; quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) this.#isInQuotes = !this.#isInQuotes
    if (start < bytes.length) this.#crc = crc32(bytes.subarray(start), this.#crc)
  }

  /** To be asked once, after the last bytes. */
  end(): Sums {
    return {
      rows: this.#records - 1,
      bytes: this.#bytes,
      sha256: this.#all.digest('hex'),
      lineSum: writeLineSum([this.#sum, this.#squares]),
    }
  }
}

const writeLineSum = (sums: readonly number[]): string =>
  sums.map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('')

/** That of parts which are read as one: each begins with the same line, and that is there once. @param line the first one. */
export const addLineSums = (parts: readonly { readonly lineSum: string }[], line: string): string => {
  const crc = crc32(line)
  const surplus = parts.length - 1
  const sums = [crc, Math.imul(crc, crc)].map(
    (first, at) =>
      parts.reduce((sum, { lineSum }) => (sum + Number.parseInt(lineSum.slice(at * 8, at * 8 + 8), 16)) >>> 0, 0) -
      surplus * (first >>> 0),
  )
  return writeLineSum(sums.map((sum) => Number(BigInt.asUintN(32, BigInt(sum)))))
}

/** The sums of bytes that are needed for nothing else. */
export const sumsOf = async (content: AsyncIterable<Uint8Array>): Promise<Sums> => {
  const sums = new PartSums()
  for await (const bytes of content) {
    sums.add(bytes)
    releaseBytes(bytes)
  }
  return sums.end()
}
