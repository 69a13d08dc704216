import { isStorable } from '../strict-json.ts'
import { fileError, type Field, MAX_FIELDS } from '../transfer/file-format.ts'

/** An object of a file, before it is known which of its members are wanted. */
export type JsonObjectRow = Readonly<Record<string, unknown>>

/** https://tc39.es/proposal-json-parse-with-source: not among TypeScript's own types yet. */
const { parse, rawJSON, isRawJSON } = JSON as unknown as {
  readonly parse: (text: string, reviver: (key: string, value: unknown, context: Context) => unknown) => unknown
  readonly rawJSON: (text: string) => RawNumber
  readonly isRawJSON: (value: unknown) => value is RawNumber
}
interface Context {
  readonly source?: string
}
interface RawNumber {
  readonly rawJSON: string
}

// Numbers that a double may not hold. Text that only looks so costs time, nothing else.
const LONG_NUMBER = /\d[\d.]{15}|\d[eE]/
const DOUBTFUL_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

/** @throws AdminError `INVALID_FILE_CONTENT`. */
export const parseRow = (text: string, line: number): JsonObjectRow => {
  checkSize(text, line)
  let row: unknown
  try {
    row = LONG_NUMBER.test(text) ? parse(text, keepDigits) : JSON.parse(text)
  } catch {
    throw fileError(line, 'this is not valid JSON')
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row) || isRawJSON(row))
    throw fileError(line, 'each row must be a JSON object')
  if (DOUBTFUL_ESCAPE.test(text) && !isStorable(allText(row)))
    throw fileError(line, 'it has a NUL character or half of a character')
  return row as JsonObjectRow
}

/** Values of a row at any depth: more of them take the parser seconds. */
const MAX_VALUES = 100_000
const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** Counts before anything is made of a row. What is no JSON is for the parser to refuse. */
const checkSize = (text: string, line: number): void => {
  // A value and its comma are two characters.
  if (text.length < 2 * MAX_FIELDS) return
  let [depth, members, values, isString] = [0, 1, 1, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isString = !isString
    else if (isString) at += code === BACKSLASH ? 1 : 0
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth++
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--
    else if (code === COMMA) {
      if (depth === 1 && ++members > MAX_FIELDS) throw fileError(line, `the object has more than ${MAX_FIELDS} members`)
      if (++values > MAX_VALUES) throw fileError(line, `the object has more than ${MAX_VALUES} values in it`)
    }
  }
}

const keepDigits = (_key: string, value: unknown, { source }: Context): unknown =>
  typeof value === 'number' && source !== undefined ? rawJSON(source) : value

const allText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, item]) => key + allText(item))
        .join('')
    : String(value)

/** @param asksKind whether a text is to be told from what looks the same. */
export const fieldOf = (row: JsonObjectRow, key: string, asksKind = false): Field => {
  if (!Object.hasOwn(row, key)) return null
  const value = row[key]
  switch (typeof value) {
    case 'string':
      return asksKind ? { irregular: 'text', text: value } : value
    case 'boolean':
      return value
    case 'number':
      return String(value)
    default:
      if (value === null) return null
      return isRawJSON(value) ? value.rawJSON : { irregular: 'json', text: JSON.stringify(value) }
  }
}

const ROWS = 'rows'

/**
 * What stands around the rows in an answer of the API, `{"columns": […], "rows": […], "rowCount": 2}`: it is passed over, with
 * its brackets counted.
 */
export class AnswerFrame {
  #depth = 0
  #isString = false
  #isEscaped = false
  /** The last string of the answer itself, as much of it as tells whether it is the name that is looked for. */
  #text = ''
  #member = ''
  #hasRows = false

  /** @returns the position behind the bracket that opens the rows, or the brace that ends the answer; undefined for neither. */
  pass(chunk: Uint8Array, start: number): number | undefined {
    for (let at = start; at < chunk.length; at++) {
      const code = chunk[at] ?? 0
      if (this.#isString) this.#readString(code)
      else if (this.#read(code)) return at + 1
    }
    return undefined
  }

  /** Whether the answer has rows: its end has come where it has none. */
  get hasRows(): boolean {
    return this.#hasRows
  }

  #readString(code: number): void {
    if (!this.#isEscaped && code === QUOTE) this.#isString = false
    else if (this.#text.length <= ROWS.length) this.#text += String.fromCharCode(code)
    this.#isEscaped = !this.#isEscaped && code === BACKSLASH
  }

  #read(code: number): boolean {
    const isOwn = this.#depth === 1
    if (code === QUOTE) {
      this.#isString = true
      this.#text = ''
    } else if (isOwn && code === COLON) this.#member = this.#text
    else if (isOwn && code === COMMA) this.#member = ''
    else if (isOwn && code === OPEN_ARRAY && this.#member === ROWS && !this.#hasRows) return (this.#hasRows = true)
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.#depth++
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) return --this.#depth === 0
    return false
  }
}
