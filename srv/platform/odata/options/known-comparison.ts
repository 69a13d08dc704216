import type { Expression } from './expression.ts'
import { compareNumbers, numberOf } from './numbers.ts'

/** Whether an expression is the literal null. */
export const isNull = (expression: Expression): boolean =>
  expression.kind === 'group' ? isNull(expression.of) : expression.kind === 'literal' && expression.text === 'null'

/** What a comparison of literals comes to, which no row decides: databases do not take null there, or take numbers for texts. */
export function knownComparison(operator: string, left: Expression, right: Expression): boolean | undefined {
  const [a, b] = [numberOf(left), numberOf(right)]
  if (a !== undefined && b !== undefined) return compareNumbers(operator, a, b)
  if (!isNull(left) && !isNull(right)) return undefined
  if (operator !== 'eq' && operator !== 'ne') return false
  const isDecided = [left, right].every(({ kind }) => kind === 'literal')
  return isDecided ? (isNull(left) && isNull(right)) === (operator === 'eq') : undefined
}
