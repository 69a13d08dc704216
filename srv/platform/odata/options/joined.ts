import type { Expression } from './expression.ts'

/** What a chain of the same operator joins, from the left to the right. */
export const joined = (operator: string, expression: Expression): Expression[] => {
  const parts: Expression[] = []
  let rest = expression
  for (; rest.kind === 'binary' && rest.operator === operator; rest = rest.left) parts.push(rest.right)
  return [...parts, rest].reverse()
}
