import { FairSamples } from '../../../core/fair-shares.ts'
import { ruleError } from '../../../core/rules/rule-error.ts'
import type { JsonValue } from '../../../core/values.ts'
import type { Outcome } from './check.ts'
import { toFailure } from './findings.ts'
import type { Failure, Findings, Validation } from './findings.ts'
import { STATE } from './scan-writer.ts'
import { scanStatement } from './statements.ts'
import { ValueTester } from './value-tester.ts'

/** Reads every row once: the engine says what it knows of the rules, and values are tested here. */
export const scanRows = async (validation: Validation): Promise<Findings> => {
  const { rules, columns, context } = validation
  const tests = rules.flatMap(({ check, columns: [column] }, rule) =>
    check.type === 'value' && column ? [{ rule, column: columns.indexOf(column), test: check.test }] : [],
  )
  const tested = [...new Set(tests.map(({ column }) => column))]
  const tester = new ValueTester(
    tests.map(({ column, test }) => ({ column: tested.indexOf(column), test })),
    context.signal,
  )
  try {
    const tally = new Tally(validation)
    const problems = await tester.problems()
    tests.forEach(({ rule }, index) => {
      tally.note(rule, problems[index] ?? null)
    })
    await scan(validation, tally, async (rows) => {
      if (tests.length === 0) return []
      const failures = await tester.failures(rows.map((row) => tested.map((column) => row[column] ?? null)))
      return failures.map((failing, index) => ({ rule: tests[index]?.rule ?? -1, rows: failing }))
    })
    return tally.findings
  } finally {
    await tester.close()
  }
}

type Tester = (
  rows: readonly (readonly JsonValue[])[],
) => Promise<readonly { readonly rule: number; readonly rows: readonly number[] }[]>

const scan = async (
  { context, session, scope, rules, columns }: Validation,
  tally: Tally,
  test: Tester,
): Promise<void> => {
  const { dialect } = context
  for await (const batch of session.stream(scanStatement(dialect, scope, rules, columns))) {
    const values = batch.map((row) => columns.map((column, index) => dialect.jsonValue(column, row[index] ?? null)))
    const states = batch.map((row) => rules.map((_, index) => Number(row[columns.length + index])))
    for (const { rule, rows } of await test(values))
      for (const row of rows) {
        const state = states[row]
        if (state?.[rule] === STATE.passes) state[rule] = STATE.fails
      }
    for (const [index, row] of values.entries()) if (tally.count(row, states[index] ?? [])) return
    context.progress({ phase: 'reading', rowsDone: tally.totalRows, rowsTotal: null })
  }
}

class Tally {
  totalRows = 0
  readonly #validation: Validation
  readonly #outcomes: Outcome[]
  readonly #samples: FairSamples<Failure>
  #invalidRows = 0
  #isComplete = true

  constructor(validation: Validation) {
    this.#validation = validation
    this.#outcomes = validation.rules.map(() => ({ checked: 0, failed: 0 }))
    this.#samples = new FairSamples(validation.rules.length, validation.maxErrors)
  }

  /** A rule of the client that cannot be checked is an error of the client, one of ours is told as such. */
  note(index: number, problem: string | null): void {
    const planned = this.#validation.rules[index]
    const outcome = this.#outcomes[index]
    if (problem === null || !planned || !outcome) return
    const details = `the pattern is not accepted: ${problem.replace(/^error parsing regexp: /, '')}`
    if (!planned.isInferred) throw ruleError(planned.rule.at, details)
    outcome.problem = details
  }

  /** @returns true when the scan is to stop. */
  count(values: readonly JsonValue[], states: readonly number[]): boolean {
    let isInvalid = false
    for (const [index, { rule }] of this.#validation.rules.entries()) {
      const outcome = this.#outcomes[index]
      const state = states[index]
      if (!outcome || outcome.problem !== undefined || state === STATE.notChecked) continue
      outcome.checked++
      if (state !== STATE.fails) continue
      outcome.failed++
      if (rule.severity === 'error') isInvalid = true
      this.#samples.offer(index, () => toFailure(index, values))
    }
    this.totalRows++
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set in the loop above
    if (isInvalid) this.#invalidRows++
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set in the loop above
    if (!isInvalid || !this.#validation.stopsOnFirstError) return false
    this.#isComplete = false
    return true
  }

  get findings(): Findings {
    return {
      totalRows: this.totalRows,
      invalidRows: this.#invalidRows,
      outcomes: this.#outcomes,
      failures: this.#samples.all,
      isComplete: this.#isComplete,
    }
  }
}
