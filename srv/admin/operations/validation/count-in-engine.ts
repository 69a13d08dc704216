import { fairShares } from '../../core/fair-shares.ts'
import { type Failure, type Findings, toFailure, type Validation } from './findings.ts'
import { countStatement, failuresStatement } from './statements.ts'

/** Checks rules that the engine knows itself: one statement counts for all of them, then each shows some failures. */
export const countInEngine = async (validation: Validation): Promise<Findings> => {
  const { context, scope, rules, columns, maxErrors } = validation
  const { dialect, session } = context
  context.progress('counting')
  const [row = {}] = await session.query(countStatement(dialect, scope, rules))
  const count = (name: string): number => Number(row[name] ?? 0)
  const outcomes = rules.map((_, index) => ({
    checked: count(`checked${index}`),
    failed: count(`failed${index}`),
  }))
  const shares = fairShares(
    outcomes.map(({ failed }) => failed),
    maxErrors,
  )
  const failures: Failure[] = []
  for (const [index, rule] of rules.entries()) {
    const share = shares[index] ?? 0
    if (share === 0) continue
    for await (const batch of session.stream(failuresStatement(dialect, scope, rule, columns, share)))
      for (const values of batch)
        failures.push(
          toFailure(
            index,
            columns.map((column, position) => dialect.jsonValue(column, values[position] ?? null)),
          ),
        )
  }
  return { totalRows: count('total'), invalidRows: count('invalid'), outcomes, failures, isComplete: true }
}
