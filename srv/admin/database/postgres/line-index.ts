/** In which line of the file each of many rows stands. Rows in consecutive lines take no room. */
export class LineIndex {
  readonly #runs: { readonly firstRow: number; readonly lines: Uint32Array | number }[] = []
  #count = 0

  /** @param lines of the rows that come next. */
  add(lines: Uint32Array): void {
    const first = lines[0]
    if (first === undefined) return
    const isRun = lines.at(-1) === first + lines.length - 1
    this.#runs.push({ firstRow: this.#count, lines: isRun ? first : lines })
    this.#count += lines.length
  }

  /** Rows that have come so far. */
  get count(): number {
    return this.#count
  }

  /** @param row counted from 0. */
  lineOf(row: number): number {
    const run = this.#runs.findLast(({ firstRow }) => firstRow <= row)
    if (!run) return 0
    return typeof run.lines === 'number' ? run.lines + row - run.firstRow : (run.lines[row - run.firstRow] ?? 0)
  }
}
