import { AdminError } from '../errors.ts'
import type { LoadPlan, LoadStep, Written } from './load-plan.ts'
import type { RowProblem } from './row-reader.ts'

/** Counts what becomes of rows, and ends the load when too much went wrong. */
export class LoadTally {
  readonly #plan: Pick<LoadPlan, 'onError' | 'maxErrors' | 'hidesRows'>
  #rejected = 0
  #rowsRead = 0
  #rowsInserted = 0
  #rowsUpdated = 0
  #rowsIgnored = 0
  #problems: RowProblem[] = []

  constructor(plan: Pick<LoadPlan, 'onError' | 'maxErrors' | 'hidesRows'>) {
    this.#plan = plan
  }

  /** Rows whose fate is told by `wrote`, at once or later. */
  read(count: number): void {
    this.#rowsRead += count
  }

  wrote({ inserted, updated, ignored }: Written): void {
    this.#rowsInserted += inserted
    this.#rowsUpdated += updated
    this.#rowsIgnored += ignored
  }

  /** A row that the database refuses, for what it says itself. */
  refused(line: number, error: AdminError): void {
    const { code, details } = error.withReason(this.#plan.hidesRows !== true)
    this.rejected({ line, column: null, code, message: details })
  }

  /** @throws AdminError with the problem's own code, or `IMPORT_REJECTED` when there were more than allowed. */
  rejected(problem: RowProblem): void {
    if (this.#plan.onError === 'abort') throw new AdminError(problem.code, describeProblem(problem))
    this.#rowsRead++
    this.#problems.push(problem)
    if (++this.#rejected > this.#plan.maxErrors)
      throw new AdminError(
        'IMPORT_REJECTED',
        `More than ${this.#plan.maxErrors} rows were rejected, the last one for this: ${describeProblem(problem)}`,
      )
  }

  /** What has happened since this was asked last. */
  take(): LoadStep {
    const step = {
      rowsRead: this.#rowsRead,
      rowsInserted: this.#rowsInserted,
      rowsUpdated: this.#rowsUpdated,
      rowsIgnored: this.#rowsIgnored,
      problems: this.#problems,
    }
    this.#rowsRead = this.#rowsInserted = this.#rowsUpdated = this.#rowsIgnored = 0
    this.#problems = []
    return step
  }
}

const describeProblem = ({ line, column, message }: RowProblem): string =>
  `Line ${line}${column === null ? '' : `, column '${column}'`}: ${message}`
