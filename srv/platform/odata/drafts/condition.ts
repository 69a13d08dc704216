import type { Token } from '../../cap/csn.ts'

/** A condition as a tree; `leaf` is a comparison, a call or an exists, as CQN has it. */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'leaf'; readonly tokens: readonly Token[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }

export const TRUE: Condition = { kind: 'constant', value: true }
export const FALSE: Condition = { kind: 'constant', value: false }

function splitAt(tokens: readonly Token[], separator: string): Token[][] {
  const parts: Token[][] = []
  let part: Token[] = []
  for (const token of tokens) {
    if (token !== separator) part.push(token)
    else {
      parts.push(part)
      part = []
    }
  }
  return [...parts, part]
}

/** Reads the tokens of a CQN condition, where `not` binds tighter than `and`, and `and` tighter than `or`. */
export function parseCondition(tokens: readonly Token[]): Condition {
  const alternatives = splitAt(tokens, 'or')
  if (alternatives.length > 1) return { kind: 'or', of: alternatives.map(parseCondition) }
  const conjuncts = splitAt(tokens, 'and')
  if (conjuncts.length > 1) return { kind: 'and', of: conjuncts.map(parseCondition) }
  const [first, ...rest] = tokens
  if (first === 'not') return { kind: 'not', of: parseCondition(rest) }
  if (!rest.length && typeof first === 'object') {
    if (first.xpr) return parseCondition(first.xpr)
    if (typeof first.val === 'boolean') return { kind: 'constant', value: first.val }
  }
  return { kind: 'leaf', tokens }
}

/** Replaces the leaves of a condition and folds constants: the result is a constant or contains none. */
export function mapLeaves(condition: Condition, map: (tokens: readonly Token[]) => Condition): Condition {
  switch (condition.kind) {
    case 'constant':
      return condition
    case 'leaf':
      return map(condition.tokens)
    case 'not': {
      const of = mapLeaves(condition.of, map)
      return of.kind === 'constant' ? { kind: 'constant', value: !of.value } : { kind: 'not', of }
    }
    default: {
      // What decides: false decides an and, true an or; the other constant is left out.
      const decisive = condition.kind === 'or'
      const parts = condition.of.map((part) => mapLeaves(part, map))
      const isDecided = parts.some((part) => part.kind === 'constant' && part.value === decisive)
      if (isDecided) return { kind: 'constant', value: decisive }
      const of = parts.filter((part) => part.kind !== 'constant')
      const [first, ...more] = of
      if (!first) return { kind: 'constant', value: !decisive }
      return more.length ? { kind: condition.kind, of } : first
    }
  }
}

/** Prints a condition as CQN tokens; parseCondition reads them as the same condition. */
export function printCondition(condition: Condition): Token[] {
  switch (condition.kind) {
    case 'constant':
      return [{ val: true }, '=', { val: condition.value }]
    case 'leaf':
      return [...condition.tokens]
    case 'not':
      return ['not', { xpr: printCondition(condition.of) }]
    default:
      return condition.of.flatMap((part, index) => {
        const tokens = printCondition(part)
        const operand = part.kind === 'leaf' ? tokens : [{ xpr: tokens }]
        return index ? [condition.kind, ...operand] : operand
      })
  }
}
