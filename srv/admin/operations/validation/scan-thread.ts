import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../core/worker-url.ts'
import { AdminError } from '../../core/errors.ts'
import type { Findings } from './findings.ts'
import type { TallyPlan } from './row-tally.ts'
import type { WorkerAnswer } from './worker.ts'

/** Parts that are on their way through the thread at a time. */
const AHEAD = 3
/** In MiB. Rows are garbage soon: a larger young generation would be memory without a gain in speed. */
const YOUNG_ROWS = 16

interface Turn {
  resolve(answer: WorkerAnswer): void
  reject(error: unknown): void
}

/** A `RowTally` in a thread of its own. */
export class ScanThread {
  readonly #worker: Worker
  readonly #signal: AbortSignal
  /** Answers come in order. */
  readonly #waiting: Turn[] = []
  readonly #parts: Promise<WorkerAnswer>[] = []
  readonly #first: Promise<WorkerAnswer>
  #ended: { readonly reason: unknown } | undefined

  /** @param signal ends the work in the middle of a value. */
  constructor(plan: TallyPlan, signal: AbortSignal) {
    this.#signal = signal
    this.#worker = new Worker(workerUrl(import.meta.url), {
      workerData: plan,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_ROWS },
    })
    this.#worker.on('message', (answer: WorkerAnswer) => {
      this.#waiting.shift()?.resolve(answer)
    })
    const fail = (cause?: unknown): void =>
      this.#end(new AdminError('INTERNAL_ERROR', 'The thread that tests values ended', { cause }))
    this.#worker.once('error', fail)
    this.#worker.once('exit', fail)
    signal.addEventListener('abort', this.#leave)
    if (signal.aborted) this.#leave()
    this.#first = this.#answer()
  }

  /** For each rule why it cannot be checked; null when it can. */
  async problems(): Promise<readonly (string | null)[]> {
    const answer = await this.#first
    return 'problems' in answer ? answer.problems : []
  }

  /** Takes whole rows as CSV. @returns how far the thread is by now; undefined when it has not said. */
  async push(text: Uint8Array): Promise<{ readonly totalRows: number; readonly isDone: boolean } | undefined> {
    this.#parts.push(this.#answer(text))
    if (this.#parts.length < AHEAD) return undefined
    const answer = await this.#parts.shift()
    return answer && 'totalRows' in answer ? answer : undefined
  }

  /** What all rows taken so far tell. */
  async finish(): Promise<Findings> {
    await Promise.all(this.#parts)
    const answer = await this.#answer(null)
    if (!('findings' in answer)) throw new AdminError('INTERNAL_ERROR', 'The thread that tests values lost its count')
    return answer.findings
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#leave)
    await this.#worker.terminate()
  }

  readonly #leave = (): void => this.#end(this.#signal.reason)

  #end(reason: unknown): void {
    this.#ended ??= { reason }
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }

  /** The next answer. @param ask what is asked for it; the first one comes unasked. */
  #answer(ask?: Uint8Array | null): Promise<WorkerAnswer> {
    const answer = new Promise<WorkerAnswer>((resolve, reject) => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the reason of the signal, as it is
      if (this.#ended) reject(this.#ended.reason)
      else this.#waiting.push({ resolve, reject })
    })
    if (ask !== undefined) this.#worker.postMessage(ask)
    answer.catch(() => undefined) // a part before this one may have failed
    return answer
  }
}
