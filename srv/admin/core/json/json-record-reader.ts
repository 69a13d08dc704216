import {
  type FileFormat,
  type RecordHandler,
  type RecordReader,
  fileError,
  MAX_RECORD_BYTES,
} from '../transfer/file-format.ts'
import { fieldOf, type JsonObjectRow, parseRow, AnswerFrame } from './json-fields.ts'
import { decodeUtf8, LineDecoder } from '../transfer/line-decoder.ts'

type ObjectHandler = (row: JsonObjectRow, line: number) => void

/** Cuts a file into objects. */
interface ObjectReader {
  push(bytes: Uint8Array, onObject: ObjectHandler): void
  end(onObject: ObjectHandler): void
  /** What the file says of its rows, known at its end; undefined where it is nothing but rows. */
  readonly answer?: JsonObjectRow | undefined
}

/** Reads a JSON object from each line that is not empty. */
export class NdjsonReader implements ObjectReader {
  readonly #decoder = new LineDecoder()
  #line = 1

  push(bytes: Uint8Array, onObject: ObjectHandler): void {
    this.#readAll(this.#decoder.push(bytes), onObject)
  }

  end(onObject: ObjectHandler): void {
    this.#readAll(this.#decoder.end(), onObject)
  }

  #readAll(text: string, onObject: ObjectHandler): void {
    for (let at = 0; at < text.length; this.#line++) {
      const next = text.indexOf('\n', at)
      const line = text.slice(at, next === -1 ? text.length : next)
      if (/\S/.test(line)) onObject(parseRow(line, this.#line), this.#line)
      at = next === -1 ? text.length : next + 1
    }
  }
}

const MAX_DEPTH = 64
/** An answer names the columns of its rows, of which there are some thousands at most. */
const MAX_AROUND_BYTES = 8_388_608
const [TAB, LINE_FEED, RETURN, SPACE, QUOTE, COMMA, BACKSLASH] = [9, 10, 13, 32, 34, 44, 92]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]
const NOT_ROWS =
  'the file must be one JSON array of objects, or an answer with such an array as its rows; what an answer has as `content` is a file of its own'
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Reads the objects of a JSON array one by one; the array may be the rows of an answer, as an export to JSON writes it. Their ends are found by counting braces; whether they are JSON is for
 * the parser to say.
 */
export class JsonArrayReader implements ObjectReader {
  #state: 'start' | 'frame' | 'first' | 'next' | 'comma' | 'end' = 'start'
  #frame: AnswerFrame | undefined
  /** What stands around the rows of an answer. */
  #around: Buffer[] = []
  #aroundBytes = 0
  /** Bytes of an object whose end has not come yet. */
  #open: Buffer[] = []
  #openBytes = 0
  #depth = 0
  #isString = false
  #isEscaped = false
  #line = 1
  #objectLine = 1

  push(bytes: Uint8Array, onObject: ObjectHandler): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = this.#state === 'start' && chunk.subarray(0, 3).equals(BOM) ? BOM.length : 0
    while (at < chunk.length) {
      if (this.#depth === 0) {
        at = this.#state === 'frame' ? this.#pass(chunk, at) : this.#between(chunk, at)
        continue
      }
      const end = this.#objectEnd(chunk, at)
      this.#keep(chunk.subarray(at, end))
      if (this.#depth === 0) this.#emit(onObject)
      at = end
    }
  }

  end(): void {
    if (this.#state !== 'end') throw fileError(this.#line, 'the JSON array ends too early')
  }

  /** The answer around the rows, without them; undefined where the file is an array. To be asked for at the end. */
  get answer(): JsonObjectRow | undefined {
    return this.#frame && parseRow(Buffer.concat(this.#around).toString(), this.#line)
  }

  /** Takes what stands between objects, and the brace that opens one. */
  #between(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const code = chunk[at]
      if (code === LINE_FEED) this.#line++
      if (code === SPACE || code === LINE_FEED || code === RETURN || code === TAB) continue
      if (code === OPEN_OBJECT && (this.#state === 'first' || this.#state === 'next')) {
        this.#state = 'comma'
        this.#depth = 1
        this.#objectLine = this.#line
        this.#keep(chunk.subarray(at, at + 1))
        return at + 1
      }
      if (code === OPEN_OBJECT && this.#state === 'start') {
        this.#state = 'frame'
        this.#frame = new AnswerFrame()
        return at
      }
      if (code === OPEN_ARRAY && this.#state === 'start') this.#state = 'first'
      else if (code === COMMA && this.#state === 'comma') this.#state = 'next'
      else if (code === CLOSE_ARRAY && (this.#state === 'first' || this.#state === 'comma')) {
        this.#state = this.#frame ? 'frame' : 'end'
        this.#keepAround(chunk.subarray(at, at + 1))
        if (this.#frame) return at + 1
      } else throw fileError(this.#line, NOT_ROWS)
    }
    return chunk.length
  }

  /** Passes over what stands before and behind the rows of an answer. */
  #pass(chunk: Buffer, start: number): number {
    const hadRows = this.#frame?.hasRows === true
    const end = this.#frame?.pass(chunk, start)
    this.#keepAround(chunk.subarray(start, end))
    for (let at = start; at < (end ?? chunk.length); at++) if (chunk[at] === LINE_FEED) this.#line++
    if (end === undefined) return chunk.length
    if (this.#frame?.hasRows !== true) throw fileError(this.#line, NOT_ROWS)
    this.#state = hadRows ? 'end' : 'first'
    return end
  }

  #keepAround(bytes: Buffer): void {
    this.#aroundBytes += bytes.length
    if (this.#aroundBytes > MAX_AROUND_BYTES)
      throw fileError(this.#line, `what stands around the rows is longer than ${MAX_AROUND_BYTES} bytes`)
    this.#around.push(Buffer.from(bytes))
  }

  /** @returns the position after the brace that closes the object; the chunk's length when it is not in this chunk. */
  #objectEnd(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const code = chunk[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isString) {
        if (code === QUOTE) this.#isString = false
        else if (code === BACKSLASH) this.#isEscaped = true
      } else if (code === QUOTE) this.#isString = true
      else if (code === LINE_FEED) this.#line++
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        if (++this.#depth > MAX_DEPTH) throw fileError(this.#line, `values nest deeper than ${MAX_DEPTH} levels`)
      } else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && --this.#depth === 0) return at + 1
    }
    return chunk.length
  }

  #keep(bytes: Buffer): void {
    this.#openBytes += bytes.length
    if (this.#openBytes > MAX_RECORD_BYTES)
      throw fileError(this.#objectLine, `the object is longer than ${MAX_RECORD_BYTES} bytes`)
    this.#open.push(Buffer.from(bytes))
  }

  #emit(onObject: ObjectHandler): void {
    const bytes = Buffer.concat(this.#open)
    this.#open = []
    this.#openBytes = 0
    const text = decodeUtf8(bytes)
    if (text === undefined) throw fileError(this.#objectLine, 'it is not UTF-8')
    onObject(parseRow(text, this.#objectLine), this.#objectLine)
  }
}

type JsonFormat = Extract<FileFormat, { type: 'json' | 'ndjson' }>

export const createObjectReader = (type: JsonFormat['type']): ObjectReader =>
  type === 'json' ? new JsonArrayReader() : new NdjsonReader()

/** Reads objects as records: the members of the format's keys, in their order. A member that is not there is NULL. */
export const createJsonRecordReader = ({ type, keys, asksKinds }: JsonFormat): RecordReader => {
  const reader = createObjectReader(type)
  const handler =
    (onRecord: RecordHandler): ObjectHandler =>
    (row, line) =>
      onRecord(
        keys.map((key, index) => fieldOf(row, key, asksKinds?.[index])),
        line,
      )
  return {
    push: (bytes, onRecord) => reader.push(bytes, handler(onRecord)),
    end: (onRecord) => reader.end(handler(onRecord)),
  }
}
