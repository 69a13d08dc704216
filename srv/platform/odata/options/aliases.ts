import { type Expression, ExpressionSyntaxError, parseExpression } from './expression.ts'
import { GUID } from '../values/guid.ts'
import type { QueryOption } from './query-string.ts'

/** Characters of a literal that is written in the place of its alias, which may have any number of them. */
const LONGEST = 64

/**
 * The literals that parameter aliases such as `@p` stand for. Longer ones and lists are left to CAP's parser.
 */
export function aliasesOf(options: readonly QueryOption[]): ReadonlyMap<string, Expression> {
  const aliases = new Map<string, Expression>()
  for (const { name, value } of options) {
    if (!name.startsWith('@') || value.length > LONGEST) continue
    try {
      const expression = parseExpression(value)
      if (expression.kind === 'literal') aliases.set(name, expression)
    } catch (error) {
      if (!(error instanceof ExpressionSyntaxError)) throw error
    }
  }
  return aliases
}

const areGuids = (value: string): boolean => {
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) && list.every((item) => typeof item === 'string' && GUID.test(item))
  } catch {
    return false
  }
}

/** A list of GUIDs in the case that they are stored in; other values of aliases as they are. */
export const lowerGuidList = (value: string): string =>
  value.startsWith('[') && areGuids(value) ? value.toLowerCase() : value
