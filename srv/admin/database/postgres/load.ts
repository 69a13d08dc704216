import { type Written, type LoadPlan, type OnLoadStep, LoadTally } from '../../core/transfer/load.ts'
import { AdminError, InsertError } from '../../core/errors.ts'
import type { Deadline } from '../deadline.ts'
import { EncoderThread, type EncodedRows, Encoder } from './encoder/encoder.ts'

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

export interface CopyLoad {
  readonly plan: LoadPlan
  readonly bytes: AsyncIterable<Uint8Array>
  readonly onStep: OnLoadStep
  /** Brings rows in, which `COPY` reads. `rowCount` has their number when all have been read. */
  readonly write: (rows: AsyncIterable<Uint8Array>, rowCount: () => number) => Promise<Written>
  readonly savepoint: <T>(work: () => Promise<T>) => Promise<T>
  readonly deadline: Deadline
}

/** Bytes of a file that are parsed sooner here than a thread has started. */
const SMALL_BYTES = 131_072

/** Reads a file into a table by `COPY`. */
export const loadByCopy = async (load: CopyLoad): Promise<void> => {
  const parts = encode(load)
  await (load.plan.checksEachRow ? copyInBatches(parts, load) : copyAll(parts, load))
}

const LINE_FEED = 0x0a

/** Lets `COPY` read a file itself. How far it is is told by lines, of which a value may have several: at its end by rows. */
export const copyServerCsv = async (
  bytes: AsyncIterable<Uint8Array>,
  onStep: OnLoadStep,
  copy: (rows: AsyncIterable<Uint8Array>) => Promise<number>,
): Promise<void> => {
  let told = 0
  const tell = (rows: number, rowsInserted: number): void => {
    onStep({ rowsRead: rows - told, rowsInserted, rowsUpdated: 0, rowsIgnored: 0, problems: [] })
    told = rows
  }
  const rows = async function* (): AsyncGenerator<Uint8Array> {
    let lines = -1
    for await (const part of bytes) {
      for (let at = part.indexOf(LINE_FEED); at >= 0; at = part.indexOf(LINE_FEED, at + 1)) lines++
      yield part
      tell(Math.max(lines, 0), 0)
    }
  }
  try {
    const inserted = await copy(rows())
    tell(inserted, inserted)
  } catch (error) {
    throw atLine(error, (row) => row + 1)
  }
}

/** An error of a row with the line of the file that has it. */
const atLine = (error: unknown, lineOf: (row: number) => number): unknown => {
  if (!(error instanceof InsertError) || error.rowIndex === null) return error
  const details = `Line ${lineOf(error.rowIndex)}: ${error.details}`
  return new AdminError(error.code, details, { cause: error, reason: error.reason })
}

/** Parses a file and writes what `COPY` reads: here if it is small, in a thread otherwise. */
async function* encode({ plan, bytes, deadline }: CopyLoad): AsyncGenerator<EncodedRows> {
  const start: Uint8Array[] = []
  let startBytes = 0
  let thread: EncoderThread | undefined
  try {
    for await (const part of bytes) {
      if (!thread) {
        start.push(part)
        startBytes += part.byteLength
        if (startBytes <= SMALL_BYTES) continue
        thread = new EncoderThread(plan, deadline)
        for (const early of start) yield* thread.push(early)
      } else yield* thread.push(part)
    }
    if (thread) yield* thread.finish()
    else {
      const encoder = new Encoder(plan)
      for (const part of start) yield encoder.push(part)
      yield encoder.end()
    }
  } finally {
    await thread?.end()
  }
}

/** One `COPY` for the whole file. */
const copyAll = async (parts: AsyncIterable<EncodedRows>, { plan, onStep, write }: CopyLoad): Promise<void> => {
  const tally = new LoadTally(plan)
  const lines = new LineIndex()
  const rows = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      part.problems.forEach((problem) => tally.rejected(problem))
      lines.add(part.lines)
      yield part.bytes
      tally.read(part.lines.length)
      onStep(tally.take())
    }
  }
  try {
    tally.wrote(await write(rows(), () => lines.count))
    onStep(tally.take())
  } catch (error) {
    throw atLine(error, (row) => lines.lineOf(row))
  }
}

/** A `COPY` for each batch, so that the rows around a bad one stay. */
const copyInBatches = async (parts: AsyncIterable<EncodedRows>, load: CopyLoad): Promise<void> => {
  const tally = new LoadTally(load.plan)
  for await (const part of parts) {
    part.problems.forEach((problem) => tally.rejected(problem))
    for (let start = 0; start < part.lines.length; start += load.plan.batchSize)
      await copyAround(part, start, Math.min(start + load.plan.batchSize, part.lines.length), tally, load)
    load.onStep(tally.take())
  }
}

/** Copies a range of rows without those that the server refuses, which it names one at a time, or not at all. */
const copyAround = async (
  part: EncodedRows,
  start: number,
  end: number,
  tally: LoadTally,
  load: CopyLoad,
): Promise<void> => {
  if (start === end) return
  try {
    tally.wrote(await load.savepoint(() => load.write(slice(part, start, end), () => end - start)))
    tally.read(end - start)
  } catch (error) {
    if (!(error instanceof InsertError) || !ROWS_FAULTS.includes(error.code)) throw error
    const bad = error.rowIndex === null && end - start === 1 ? 0 : error.rowIndex
    if (bad === null) {
      const middle = start + Math.floor((end - start) / 2)
      await copyAround(part, start, middle, tally, load)
      await copyAround(part, middle, end, tally, load)
      return
    }
    await copyAround(part, start, start + bad, tally, load)
    tally.refused(part.lines[start + bad] ?? 0, error)
    await copyAround(part, start + bad + 1, end, tally, load)
  }
}

const ROWS_FAULTS: readonly string[] = ['CONSTRAINT_VIOLATION', 'INVALID_PARAMETER']

async function* slice({ bytes, ends }: EncodedRows, start: number, end: number): AsyncGenerator<Uint8Array> {
  const from = start === 0 ? 0 : ends[start - 1]
  yield await Promise.resolve(bytes.subarray(from, ends[end - 1]))
}
