import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AdminError } from '../../../errors.ts'
import type { WorkerAnswer, WorkerColumns, WorkerTest } from './worker.ts'

/** Tests values off the event loop, one batch of rows after the other. */
export class ValueTester {
  readonly #worker: Worker
  readonly #signal: AbortSignal

  /** @param signal ends a test in the middle of a value. */
  constructor(tests: readonly WorkerTest[], signal: AbortSignal) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { tests },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    this.#signal = signal
  }

  /** What is wrong with each test; null for nothing. Asked once, first. */
  async problems(): Promise<readonly (string | null)[]> {
    const answer = await this.#answer()
    return 'problems' in answer ? answer.problems : []
  }

  /** For each test the rows that fail it, by their position in the batch. A null passes. */
  async failures(columns: WorkerColumns): Promise<readonly (readonly number[])[]> {
    const answer = this.#answer()
    this.#worker.postMessage(columns)
    const message = await answer
    return 'failures' in message ? message.failures : []
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  async #answer(): Promise<WorkerAnswer> {
    this.#signal.throwIfAborted()
    const settled = new AbortController()
    const signal = AbortSignal.any([this.#signal, settled.signal])
    try {
      const exit = once(this.#worker, 'exit', { signal }).then(() => {
        throw new AdminError('INTERNAL_ERROR', 'The thread that tests values ended')
      })
      exit.catch(() => undefined)
      const [message] = (await Promise.race([once(this.#worker, 'message', { signal }), exit])) as [WorkerAnswer]
      return message
    } catch (error) {
      this.#signal.throwIfAborted()
      throw error
    } finally {
      settled.abort()
    }
  }
}
