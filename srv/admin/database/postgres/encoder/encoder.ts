import { type ReadPlan, type RowProblem, RowReader } from '../../../core/transfer/row-reader.ts'
import { encodeRow } from '../copy.ts'

/** Rows as `COPY` reads them. */
export interface EncodedRows {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where each row ends in `bytes`, and the line of the file that it starts in. */
  readonly ends: Uint32Array<ArrayBuffer>
  readonly lines: Uint32Array<ArrayBuffer>
  readonly problems: readonly RowProblem[]
}

const FIRST_BYTES = 131_072

/** Turns a file into what `COPY` reads. */
export class Encoder {
  readonly #reader: RowReader
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #used = 0
  #ends: number[] = []
  #lines: number[] = []
  #problems: RowProblem[] = []

  constructor(plan: ReadPlan) {
    this.#reader = new RowReader(plan, {
      row: (values, line) => {
        this.#write(encodeRow(values))
        this.#ends.push(this.#used)
        this.#lines.push(line)
      },
      problem: (problem) => {
        this.#problems.push(problem)
      },
    })
  }

  push(bytes: Uint8Array): EncodedRows {
    this.#reader.push(bytes)
    return this.#take()
  }

  end(): EncodedRows {
    this.#reader.end()
    return this.#take()
  }

  #write(row: string): void {
    const most = 3 * row.length
    if (this.#used + most > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(2 * this.#bytes.length + most)
      this.#bytes.copy(grown, 0, 0, this.#used)
      this.#bytes = grown
    }
    this.#used += this.#bytes.write(row, this.#used)
  }

  #take(): EncodedRows {
    const taken = {
      bytes: new Uint8Array(this.#bytes.buffer, 0, this.#used),
      ends: Uint32Array.from(this.#ends),
      lines: Uint32Array.from(this.#lines),
      problems: this.#problems,
    }
    this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
    this.#used = 0
    this.#ends = []
    this.#lines = []
    this.#problems = []
    return taken
  }
}
