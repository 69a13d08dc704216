import type { Value } from '../../core/values.ts'
import type { RowBatch } from '../session.ts'
import type { Lob, ResultSet } from './driver.ts'
import { hanaError } from './errors.ts'
import { fromHana } from './values.ts'

const BATCH_ROWS = 1_000
const BATCH_BYTES = 1_048_576

/** Asks the driver something, and tells also when the connection ends before the answer. */
type Call = <Result>(
  start: (done: (error: Error | null | undefined, result: Result) => void) => void,
) => Promise<Result>

/** Stands for a large value where those are not read. */
export const LARGE_VALUE = '…'

/**
 * The rows of a result in batches of about 1 MiB, their large values read to the end, one after the other, so that
 * no more of them are in memory than a batch has.
 *
 * @param readsLarge whether large values are read: each is one value, however large.
 * @throws AdminError
 */
export async function* readBatches(result: ResultSet, call: Call, readsLarge = true): AsyncGenerator<RowBatch> {
  result.setFetchSize(BATCH_ROWS)
  const types = result.metadata.map(({ dataType }) => dataType)
  try {
    let batch: Value[][] = []
    let bytes = 0
    for await (const rows of result.createArrayStream(BATCH_ROWS)) {
      for (const row of rows) {
        const values: Value[] = []
        for (const [index, value] of row.entries()) {
          if (isLob(value) && !readsLarge) {
            values.push(LARGE_VALUE)
            continue
          }
          const read = isLob(value) ? await call<Buffer | string>(value.read.bind(value)) : value
          values.push(fromHana(read, types[index]))
          if (typeof read === 'string' || Buffer.isBuffer(read)) bytes += read.length
        }
        batch.push(values)
        if (bytes < BATCH_BYTES && batch.length < BATCH_ROWS) continue
        yield batch
        batch = []
        bytes = 0
      }
    }
    if (batch.length > 0) yield batch
  } catch (error) {
    throw hanaError(error)
  } finally {
    await call<undefined>((done) => result.close((error) => done(error, undefined))).catch(() => undefined) // ended by its error already
  }
}

const isLob = (value: unknown): value is Lob =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Lob>).read === 'function'
