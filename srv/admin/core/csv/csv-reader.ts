import {
  fileError,
  type Field,
  type FileFormat,
  MAX_FIELDS,
  MAX_RECORD_BYTES,
  type RecordHandler,
  type RecordReader,
} from '../transfer/file-format.ts'
import { LineDecoder } from '../transfer/line-decoder.ts'

type CsvFormat = Extract<FileFormat, { type: 'csv' }>

const QUOTE = 34
const CARRIAGE_RETURN = 13
const LINE_FEED = 10

/**
 * Reads CSV as RFC 4180 has it, lines ending in LF or CRLF. An empty field is NULL, `""` the empty text. Between
 * records of several fields empty lines are skipped; in a file of one column each is a NULL.
 */
export class CsvReader implements RecordReader {
  readonly #decoder: LineDecoder
  readonly #delimiter: string
  readonly #delimiterCode: number
  readonly #nullValues: ReadonlySet<string> | undefined
  readonly #asksKinds: readonly boolean[]
  /** Lines of a record whose end has not come yet. */
  #open = ''
  /** Reading it again pays when it has grown to this size. */
  #openEnough = 0
  #line = 1
  #width: number | undefined

  /** @param isFile whether others wrote it, as `LineDecoder` has it. */
  constructor({ delimiter, encoding, nullValues, asksKinds = [] }: CsvFormat, isFile = true) {
    this.#decoder = new LineDecoder(encoding, isFile)
    this.#delimiter = delimiter
    this.#delimiterCode = delimiter.charCodeAt(0)
    this.#nullValues = nullValues.length > 0 ? new Set(nullValues) : undefined
    this.#asksKinds = asksKinds
  }

  push(bytes: Uint8Array, onRecord: RecordHandler): void {
    const lines = this.#decoder.push(bytes)
    if (lines === '') return
    const text = this.#open + lines
    if (text.length < this.#openEnough) {
      this.#open = text
      return
    }
    this.#open = text.slice(this.#readAll(text, false, onRecord))
    if (this.#open.length > MAX_RECORD_BYTES)
      throw fileError(this.#line, 'the record is too long; a quote may have been left open')
    this.#openEnough = 2 * this.#open.length
  }

  end(onRecord: RecordHandler): void {
    this.#readAll(this.#open + this.#decoder.end(), true, onRecord)
  }

  /** Reads the records in a text of whole lines. @returns where the first incomplete one starts. */
  #readAll(text: string, isEnd: boolean, onRecord: RecordHandler): number {
    const quotes = new Occurrences(text, '"')
    const returns = new Occurrences(text, '\r')
    const feeds = new Occurrences(text, '\n')
    const delimiters = new Occurrences(text, this.#delimiter)
    const fieldEnd = (start: number): number => Math.min(delimiters.from(start), feeds.from(start), returns.from(start))
    let at = 0
    while (at < text.length) {
      const end = feeds.from(at)
      if (quotes.from(at) < end) {
        const next = this.#readQuoted(text, at, { isEnd, fieldEnd, onRecord })
        if (next === -1) return at
        at = next
        continue
      }
      const stop = end > at && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end
      if (returns.from(at) < stop) throw loneReturn(this.#line)
      if (stop > at) this.#emit(this.#split(text, at, stop, delimiters), onRecord)
      else if (this.#width === 1) this.#emit([null], onRecord)
      this.#line++
      at = end + 1
    }
    return at
  }

  /** The fields of a line without quotes. */
  #split(text: string, start: number, stop: number, delimiters: Occurrences): Field[] {
    const fields: Field[] = []
    for (let at = start; at <= stop;) {
      const end = Math.min(delimiters.from(at), stop)
      if (fields.push(this.#plainField(text.slice(at, end))) > MAX_FIELDS) throw tooWide(this.#line)
      at = end + 1
    }
    return fields
  }

  #plainField(text: string): Field {
    return text === '' || this.#nullValues?.has(text) ? null : text
  }

  /** Reads a record with quotes. @returns where the next one starts; -1 when its end has not come. */
  #readQuoted(
    text: string,
    start: number,
    { isEnd, fieldEnd, onRecord }: { isEnd: boolean; fieldEnd: (start: number) => number; onRecord: RecordHandler },
  ): number {
    const fields: Field[] = []
    let at = start
    let lines = 1
    for (;;) {
      if (fields.length === MAX_FIELDS) throw tooWide(this.#line)
      if (text.charCodeAt(at) === QUOTE) {
        const close = closingQuote(text, at)
        if (close === -1) {
          if (isEnd) throw fileError(this.#line + lines - 1, 'a quote is never closed')
          return -1
        }
        const raw = text.slice(at + 1, close)
        const quoted = raw.includes('"') ? raw.replaceAll('""', '"') : raw
        fields.push(this.#asksKinds[fields.length] ? { irregular: 'text', text: quoted } : quoted)
        if (raw.includes('\n')) lines += raw.split('\n').length - 1
        at = close + 1
      } else {
        const stop = fieldEnd(at)
        const field = text.slice(at, stop)
        if (field.includes('"'))
          throw fileError(this.#line + lines - 1, 'a quote stands within a field that is not in quotes')
        fields.push(this.#plainField(field))
        at = stop
      }
      const code = text.charCodeAt(at)
      if (code === this.#delimiterCode) {
        at++
        continue
      }
      const next = code === CARRIAGE_RETURN ? at + 1 : at
      if (next < text.length && text.charCodeAt(next) !== LINE_FEED)
        throw next > at
          ? loneReturn(this.#line + lines - 1)
          : fileError(this.#line + lines - 1, 'something follows a closing quote')
      this.#emit(fields, onRecord)
      this.#line += lines
      return next + 1
    }
  }

  #emit(fields: readonly Field[], onRecord: RecordHandler): void {
    this.#width ??= fields.length
    onRecord(fields, this.#line)
  }
}

/** Where a character comes next in a text; looks at each place once, as the places asked for only grow. */
class Occurrences {
  readonly #text: string
  readonly #character: string
  #next = -1

  constructor(text: string, character: string) {
    this.#text = text
    this.#character = character
  }

  /** @returns the text's length when there is no more. */
  from(at: number): number {
    if (this.#next < at) {
      const index = this.#text.indexOf(this.#character, at)
      this.#next = index === -1 ? this.#text.length : index
    }
    return this.#next
  }
}

const closingQuote = (text: string, open: number): number => {
  let at = text.indexOf('"', open + 1)
  while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2)
  return at
}

const tooWide = (line: number): Error => fileError(line, `the record has more than ${MAX_FIELDS} fields`)

const loneReturn = (line: number): Error =>
  fileError(line, 'a carriage return without a line feed stands outside quotes')
