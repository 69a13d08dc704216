/** Tests values in a thread of its own: a long text against a hard pattern keeps nobody else waiting. */
import { parentPort, workerData } from 'node:worker_threads'
import type { JsonValue } from '../../../core/values.ts'
import { compileTest } from './value-test.ts'
import type { ValueTest } from './value-test.ts'

export interface WorkerTest {
  /** Which of the columns that are sent is tested. */
  readonly column: number
  readonly test: ValueTest
}
/** A batch of rows, column by column. */
export type WorkerColumns = readonly (readonly JsonValue[])[]
/** First what is wrong with each test, null for nothing; then for each batch the rows that fail each test. */
export type WorkerAnswer =
  { readonly problems: readonly (string | null)[] } | { readonly failures: readonly number[][] }

const { tests } = workerData as { readonly tests: readonly WorkerTest[] }

const compiled = tests.map(({ column, test }) => {
  try {
    return { column, passes: compileTest(test), problem: null }
  } catch (error) {
    return { column, passes: () => true, problem: error instanceof Error ? error.message : String(error) }
  }
})

const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message)

parentPort?.on('message', (columns: WorkerColumns) => {
  answer({
    failures: compiled.map(({ column, passes }) => {
      const failing: number[] = []
      columns[column]?.forEach((value, row) => {
        if (value !== null && !passes(value)) failing.push(row)
      })
      return failing
    }),
  })
})
answer({ problems: compiled.map(({ problem }) => problem) })
