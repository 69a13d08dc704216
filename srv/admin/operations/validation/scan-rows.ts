import { Worker } from 'node:worker_threads'
import { ruleError } from '../../core/rules/rule.ts'
import type { TextFormat } from '../../core/transfer/file-format.ts'
import type { PlannedRule } from './check.ts'
import type { Findings, Validation } from './findings.ts'
import type { TallyPlan } from './row-tally.ts'
import { scanStatement } from './statements.ts'
import { workerUrl } from '../../core/worker-url.ts'
import { AdminError } from '../../core/errors.ts'
import type { WorkerAnswer } from './worker.ts'

/**
 * Reads every row once: the engine says what it knows of the rules, and values are tested in a thread. The rows are text
 * on their way to it, so that the event loop passes on bytes and nothing else.
 */
export const scanRows = async (validation: Validation): Promise<Findings> => {
  const { context, scope, rules, columns } = validation
  const told = rules.filter(isToldByEngine)
  const thread = new ScanThread(tallyPlan(validation, told), context.signal)
  try {
    refuseProblems(rules, await thread.problems())
    const statement = scanStatement(context.dialect, scope, told, columns)
    for await (const { text } of context.session.streamText(statement, formatOf(validation, told), Infinity)) {
      const done = await thread.push(text)
      if (done?.isDone) break
      if (done) context.progress('reading', done.totalRows)
    }
    return await thread.finish()
  } finally {
    await thread.close()
  }
}

/** Only of values that are tested here the engine need not say anything, unless the rule is about some of the rows. */
const isToldByEngine = ({ check, where }: PlannedRule): boolean => check.type !== 'value' || where !== null

const tallyPlan = (
  { rules, columns, maxErrors, stopsOnFirstError }: Validation,
  told: readonly PlannedRule[],
): TallyPlan => ({
  columns: columns.map(({ kind }) => kind),
  rules: rules.map((planned) => {
    const { check, rule } = planned
    const [column] = planned.columns
    const state = told.indexOf(planned)
    return {
      isSevere: rule.severity === 'error',
      test: check.type === 'value' && column ? { column: columns.indexOf(column), test: check.test } : null,
      state: state < 0 ? null : state,
    }
  }),
  maxErrors,
  stopsOnFirstError,
})

/** A rule of the client that cannot be checked is an error of the client; one of ours is told as such. */
const refuseProblems = (rules: readonly PlannedRule[], problems: readonly (string | null)[]): void =>
  rules.forEach(({ rule, isInferred }, index) => {
    const problem = problems[index] ?? null
    if (problem !== null && !isInferred) throw ruleError(rule.at, problem)
  })

const formatOf = ({ columns }: Validation, told: readonly PlannedRule[]): TextFormat => ({
  type: 'csv',
  columns: [
    ...columns.map(({ name, kind }) => ({ name, kind })),
    ...[...told.map((_, index) => `s${index}`), 'one'].map((name) => ({ name, kind: 'integer' as const })),
  ],
  delimiter: ',',
  nullValue: '',
  escapeFormulas: false,
})

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
