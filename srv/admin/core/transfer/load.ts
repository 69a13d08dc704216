import type { ReadPlan, RowProblem } from './row-reader.ts'
import { AdminError } from '../errors.ts'

/** What becomes of rows of a file whose key is there already, and of those whose is not. */
export type MergeMode = 'upsert' | 'ignore' | 'update'

/**
 * How rows meet those that the table has, as if they came one after the other: of several with one key the last one stays
 * (`upsert`, `update`), or the first (`ignore`).
 */
export interface Merge {
  readonly mode: MergeMode
  /** The columns that tell which row is meant. NULL is no key. */
  readonly keys: readonly string[]
}

/** Rows of a file by what became of them; what a trigger of the table has left out counts as ignored. */
export interface Written {
  readonly inserted: number
  readonly updated: number
  readonly ignored: number
}

/** How a file gets into a table. Plain data, so that it can travel to the process that does it. */
export interface LoadPlan extends ReadPlan {
  /** The first bad row ends it all, or bad rows are left out. */
  readonly onError: 'abort' | 'skip'
  /**
   * Each row is checked when it comes, whether its key has a partner as well: slower, and it tells which one is bad. Rows without
   * a partner are otherwise found by the database, at the end of the file or of the transaction.
   */
  readonly checksEachRow: boolean
  /** How rows meet those that are there; all are inserted without it. */
  readonly merge?: Merge | undefined
  /** Rows that may be left out. */
  readonly maxErrors: number
  /** The application hides values from everybody, which the database may name with a row that it refuses. */
  readonly hidesRows?: boolean
  /** The file is CSV with a header as the engine itself writes it, without values that tell what they are: nothing has to be read in it. */
  readonly isServerCsv?: boolean
  /** Each part of the file has memory of its own, which is given back when nothing needs it any more. */
  readonly ownsBytes?: boolean
  /** Rows that are sent to the database at a time. */
  readonly batchSize: number
}

/** What became of the rows that were read, in a part of a file or in all of it. */
export interface LoadStep {
  readonly rowsRead: number
  readonly rowsInserted: number
  readonly rowsUpdated: number
  readonly rowsIgnored: number
  readonly problems: readonly RowProblem[]
  /** Columns of which dates or times have been written in another form than the file has, as the column has them. */
  readonly reshaped?: readonly string[]
}

/** Told of each part of a file when it is done. */
export type OnLoadStep = (step: LoadStep) => void

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
