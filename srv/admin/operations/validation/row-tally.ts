import { CsvReader } from '../../core/csv/csv-reader.ts'
import { FairSamples } from '../../core/fair-shares.ts'
import type { Field } from '../../core/transfer/file-format.ts'
import type { ValueKind, JsonValue } from '../../core/values.ts'
import { type Outcome, STATE, compileTest, type ValueTest } from './check.ts'
import { type Failure, type Findings, toFailure } from './findings.ts'

const INTEGER = /^[+-]?\d+$/
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** What a text of `streamText` stands for, as answers carry it. SQLite has texts in columns of any kind: they stay texts. */
const readValue = (text: string, kind: ValueKind): Exclude<JsonValue, null> => {
  switch (kind) {
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text)
    case 'integer': {
      const number = INTEGER.test(text) ? Number(text) : NaN
      return Number.isSafeInteger(number) ? number : text
    }
    case 'float': {
      const number = FLOAT.test(text) ? Number(text) : NaN
      return Number.isFinite(number) ? number : text
    }
    default:
      return text
  }
}

/** How a rule is checked on rows that come as text. */
export interface TallyRule {
  /** A row that fails it is invalid. */
  readonly isSevere: boolean
  /** What is tested here, and which value. */
  readonly test: { readonly column: number; readonly test: ValueTest } | null
  /** Which field, behind the values, has the engine's word on the row; null where the engine has none. */
  readonly state: number | null
}

/** What is to be found out. Plain data, so that it can travel to the thread that reads the rows. */
export interface TallyPlan {
  /** The values that a row begins with. */
  readonly columns: readonly ValueKind[]
  readonly rules: readonly TallyRule[]
  readonly maxErrors: number
  readonly stopsOnFirstError: boolean
}

type Tested = TallyRule & { readonly passes: ReturnType<typeof compileTest> | null }

/** Reads rows as CSV, tests their values, and counts. */
export class RowTally {
  /** For each rule why it cannot be checked; null when it can. */
  readonly problems: readonly (string | null)[]
  totalRows = 0
  isDone = false
  readonly #plan: TallyPlan
  readonly #rules: readonly Tested[]
  readonly #outcomes: readonly Outcome[]
  readonly #samples: FairSamples<Failure>
  readonly #reader = new CsvReader({ type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] }, false)
  #invalidRows = 0

  constructor(plan: TallyPlan) {
    this.#plan = plan
    const compiled = plan.rules.map(compile)
    this.problems = compiled.map(({ problem }) => problem)
    this.#rules = compiled
    this.#outcomes = this.problems.map((problem) => ({ checked: 0, failed: 0, ...(problem !== null && { problem }) }))
    this.#samples = new FairSamples(plan.rules.length, plan.maxErrors)
  }

  /** @param text whole rows. */
  push(text: Uint8Array): void {
    this.#reader.push(text, this.#count)
  }

  get findings(): Findings {
    return {
      totalRows: this.totalRows,
      invalidRows: this.#invalidRows,
      outcomes: this.#outcomes,
      failures: this.#samples.all,
      isComplete: !this.isDone,
    }
  }

  readonly #count = (fields: readonly Field[]): void => {
    if (this.isDone) return
    let isInvalid = false
    for (let index = 0; index < this.#rules.length; index++) {
      const rule = this.#rules[index] as Tested
      const outcome = this.#outcomes[index] as Outcome
      if (outcome.problem !== undefined) continue
      const state = this.#stateOf(rule, fields)
      if (state === STATE.notChecked) continue
      outcome.checked++
      if (state !== STATE.fails) continue
      outcome.failed++
      if (rule.isSevere) isInvalid = true
      this.#samples.offer(index, () =>
        toFailure(
          index,
          this.#plan.columns.map((_, column) => this.#valueAt(fields, column)),
        ),
      )
    }
    this.totalRows++
    if (!isInvalid) return
    this.#invalidRows++
    this.isDone = this.#plan.stopsOnFirstError
  }

  #stateOf({ test, state, passes }: Tested, fields: readonly Field[]): number {
    const told = state === null ? STATE.passes : Number(fields[this.#plan.columns.length + state])
    if (!test || !passes || told !== STATE.passes) return told
    const value = this.#valueAt(fields, test.column)
    if (value === null) return STATE.notChecked
    return passes(value) ? STATE.passes : STATE.fails
  }

  #valueAt(fields: readonly Field[], column: number) {
    const field = fields[column]
    return typeof field === 'string' ? readValue(field, this.#plan.columns[column] ?? 'other') : null
  }
}

const compile = (rule: TallyRule): Tested & { readonly problem: string | null } => {
  if (!rule.test) return { ...rule, passes: null, problem: null }
  try {
    return { ...rule, passes: compileTest(rule.test.test), problem: null }
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '')
    return { ...rule, passes: null, problem: `the pattern is not accepted: ${message}` }
  }
}
