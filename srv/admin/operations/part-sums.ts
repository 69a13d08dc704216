import { createHash, hash } from 'node:crypto'
import { releaseBytes } from '../core/release-bytes.ts'

const LINE_FEED = 0x0a
const LANES = 4

/** What a part of a dump has, whoever reads it. */
export interface Sums {
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of all bytes, in hexadecimal digits. */
  readonly sha256: string
  /** The same for rows in any order: of each line the first 16 bytes of its SHA-256, added up as four numbers of 32 bits. */
  readonly rowSum: string
}

/** Adds up the lines of a part as its bytes come, in constant memory but for one line. */
export class PartSums {
  readonly #all = createHash('sha256')
  readonly #lanes = new Uint32Array(LANES)
  #rows = 0
  #bytes = 0
  /** The start of a line of which the rest is to come. */
  #rest: Uint8Array[] = []

  add(bytes: Uint8Array): void {
    this.#all.update(bytes)
    this.#bytes += bytes.byteLength
    let start = 0
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, start)) {
      this.#addLine(bytes.subarray(start, at))
      start = at + 1
    }
    if (start < bytes.byteLength) this.#rest.push(Uint8Array.from(bytes.subarray(start)))
  }

  /** To be asked once, after the last bytes. */
  end(): Sums {
    if (this.#rest.length > 0) this.#addLine(new Uint8Array(0))
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      sha256: this.#all.digest('hex'),
      rowSum: [...this.#lanes].map((lane) => lane.toString(16).padStart(8, '0')).join(''),
    }
  }

  #addLine(end: Uint8Array): void {
    const line = this.#rest.length > 0 ? Buffer.concat([...this.#rest, end]) : end
    this.#rest = []
    const digest = hash('sha256', line, 'buffer')
    for (let lane = 0; lane < LANES; lane++)
      this.#lanes[lane] = (this.#lanes[lane] ?? 0) + digest.readUInt32BE(4 * lane)
    this.#rows++
  }
}

/** The sums of bytes that are needed for nothing else. */
export const sumsOf = async (content: AsyncIterable<Uint8Array>, onRows?: (bytes: number) => void): Promise<Sums> => {
  const sums = new PartSums()
  for await (const bytes of content) {
    sums.add(bytes)
    onRows?.(bytes.byteLength)
    releaseBytes(bytes)
  }
  return sums.end()
}
