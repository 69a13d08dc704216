import { FairSamples } from '../../../core/fair-shares.ts'
import { ruleError } from '../../../core/rules/rule-error.ts'
import type { JsonValue } from '../../../core/values.ts'
import type { RowBatch } from '../../../database/session.ts'
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
    await scan(validation, tally, async (batch) => {
      const failing = new Map<number, number[]>()
      if (tests.length === 0) return failing
      const failures = await tester.failures(
        tested.map((position) => batch.map((row) => jsonAt(validation, row, position))),
      )
      failures.forEach((rows, index) => {
        for (const row of rows) failing.set(row, [...(failing.get(row) ?? []), tests[index]?.rule ?? -1])
      })
      return failing
    })
    return tally.findings
  } finally {
    await tester.close()
  }
}

/** Tells which rows of a batch fail which rules about values. */
type Tester = (batch: RowBatch) => Promise<ReadonlyMap<number, readonly number[]>>

const scan = async (
  { context, session, scope, rules, columns }: Validation,
  tally: Tally,
  test: Tester,
): Promise<void> => {
  for await (const batch of session.stream(scanStatement(context.dialect, scope, rules, columns))) {
    const failing = await test(batch)
    for (const [index, row] of batch.entries()) if (tally.count(row, failing.get(index) ?? [])) return
    context.progress({ phase: 'reading', rowsDone: tally.totalRows, rowsTotal: null })
  }
}

const jsonAt = ({ context, columns }: Validation, row: RowBatch[number], position: number): JsonValue => {
  const column = columns[position]
  return column ? context.dialect.jsonValue(column, row[position] ?? null) : null
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

  /**
   * @param row the values of the columns, then the state of each rule as the engine sees it.
   * @param failing rules about values that the row fails.
   * @returns true when the scan is to stop.
   */
  count(row: RowBatch[number], failing: readonly number[]): boolean {
    const { rules, columns } = this.#validation
    let isInvalid = false
    for (const [index, { rule }] of rules.entries()) {
      const outcome = this.#outcomes[index]
      const seen = Number(row[columns.length + index])
      const state = seen === STATE.passes && failing.includes(index) ? STATE.fails : seen
      if (!outcome || outcome.problem !== undefined || state === STATE.notChecked) continue
      outcome.checked++
      if (state !== STATE.fails) continue
      outcome.failed++
      if (rule.severity === 'error') isInvalid = true
      this.#samples.offer(index, () =>
        toFailure(
          index,
          columns.map((_, position) => jsonAt(this.#validation, row, position)),
        ),
      )
    }
    this.totalRows++

    if (isInvalid) this.#invalidRows++

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
