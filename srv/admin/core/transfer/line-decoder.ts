import { fileError, MAX_RECORD_BYTES } from './file-format.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @returns undefined for bytes that are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const LINE_FEED = 10
const BOM = [0xef, 0xbb, 0xbf]

/**
 * Decodes bytes to text in pieces of whole lines. A byte of a line feed is never part of another character, so no
 * character is cut in two.
 */
export class LineDecoder {
  readonly #encoding: 'utf-8' | 'latin1'
  readonly #isFile: boolean
  #rest: Uint8Array[] = []
  #restBytes = 0
  #isStart = true
  #line = 1

  /** @param isFile whether others wrote it: it may begin with a byte order mark, and has no NUL. */
  constructor(encoding: 'utf-8' | 'latin1' = 'utf-8', isFile = true) {
    this.#encoding = encoding
    this.#isFile = isFile
  }

  /** @returns whole lines with their line feeds, or nothing yet. @throws AdminError `INVALID_FILE_CONTENT`. */
  push(bytes: Uint8Array): string {
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    if (end === 0) {
      this.#keep(bytes)
      return ''
    }
    const lines = this.#join(bytes.subarray(0, end))
    this.#rest = []
    this.#restBytes = 0
    if (end < bytes.byteLength) this.#keep(bytes.subarray(end))
    return this.#decode(lines)
  }

  /** @returns what follows the last line feed. */
  end(): string {
    return this.#decode(this.#join(new Uint8Array(0)))
  }

  #keep(bytes: Uint8Array): void {
    this.#restBytes += bytes.byteLength
    if (this.#restBytes > MAX_RECORD_BYTES) throw fileError(this.#line, `it is longer than ${MAX_RECORD_BYTES} bytes`)
    this.#rest.push(bytes.slice())
  }

  #join(bytes: Uint8Array): Buffer {
    if (this.#rest.length > 0) return Buffer.concat([...this.#rest, bytes])
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  #decode(bytes: Buffer): string {
    const content = this.#isFile && this.#isStart && bytes.length > 0 ? this.#skipBom(bytes) : bytes
    const text = this.#encoding === 'latin1' ? content.toString('latin1') : decodeUtf8(content)
    if (text === undefined || (this.#isFile && content.includes(0))) throw this.#problem(content, text !== undefined)
    this.#line += countLines(text)
    return text
  }

  #skipBom(bytes: Buffer): Buffer {
    this.#isStart = false
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
      throw fileError(1, 'the file is in UTF-16; save it as UTF-8')
    return BOM.every((byte, index) => bytes[index] === byte) ? bytes.subarray(BOM.length) : bytes
  }

  #problem(bytes: Buffer, isText: boolean): Error {
    for (let line = this.#line, start = 0; ; line++) {
      const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length
      const content = bytes.subarray(start, end)
      if (isText && content.includes(0)) return fileError(line, 'it has a NUL character')
      if (!isText && decodeUtf8(content) === undefined)
        return fileError(line, "it is not UTF-8; for older files send encoding 'latin1'")
      start = end
    }
  }
}

const countLines = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
