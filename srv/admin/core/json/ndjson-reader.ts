import { LineDecoder } from '../transfer/line-decoder.ts'
import { type JsonObjectRow, parseRow } from './json-fields.ts'

export type ObjectHandler = (row: JsonObjectRow, line: number) => void

/** Cuts a file into objects. */
export interface ObjectReader {
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
