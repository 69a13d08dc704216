const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]
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
