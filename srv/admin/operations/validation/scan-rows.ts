import { ruleError } from '../../core/rules/rule.ts'
import type { TextFormat } from '../../core/transfer/text-format.ts'
import type { PlannedRule } from './check.ts'
import type { Findings, Validation } from './findings.ts'
import type { TallyPlan } from './row-tally.ts'
import { ScanThread } from './scan-thread.ts'
import { scanStatement } from './statements.ts'

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
