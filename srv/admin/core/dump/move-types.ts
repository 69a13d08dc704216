import { quoteIdentifier } from '../identifiers.ts'
import { applyEdits, type Edit, isSymbol, readSqlTokens } from '../sql-tokens.ts'
import type { Spelling } from './check-statement.ts'

/** A type of another schema than the one that is dumped. */
export interface TypeElsewhere {
  readonly schema: string
  readonly name: string
}

/** A statement in which types of other schemas are those of the dumped one. */
export const moveTypes = (
  sql: string,
  types: readonly TypeElsewhere[],
  to: string,
  { isName, brackets }: Spelling,
): string => {
  if (types.length === 0) return sql
  const tokens = readSqlTokens(sql, brackets)
  const edits = tokens.flatMap((token, index): Edit[] => {
    const [before, dot, named, behind] = [tokens[index - 1], tokens[index + 1], tokens[index + 2], tokens[index + 3]]
    const isOther = token.type === 'string' || token.type === 'symbol' || isSymbol(before, '.')
    if (isOther || !named || !isSymbol(dot, '.') || named.type === 'string') return []
    const isMoved = types.some(({ schema, name }) => isName(token, schema) && isName(named, name))
    // A function may have the name of a type; a type with a length has none that is moved.
    if (!isMoved || isSymbol(behind, '(')) return []
    return [{ start: token.start, end: token.end, text: quoteIdentifier(to) }]
  })
  return applyEdits(sql, edits)
}
