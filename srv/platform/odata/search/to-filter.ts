import type { SearchExpression } from './expression.ts'

/** What no row fulfils, for an entity without any searchable text. */
const NEVER = 'true eq false'
const ALWAYS = 'true eq true'

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

// `contains` compares characters, so %, _ and \ mean themselves. It is null for null, which has no text to find.
const term = (text: string, paths: readonly string[], isNegated: boolean): string => {
  const found = paths.map((path) => `contains(tolower(${path}),tolower(${literal(text)}))`)
  if (isNegated) return found.map((each) => `${each} ne true`).join(' and ') || ALWAYS
  return found.join(' or ') || NEVER
}

/**
 * A search expression as OData `$filter` text, so that whatever is true of filters (navigation, `$expand`, counts,
 * drafts, every database) is true of searches.
 *
 * @param paths - where to look, see searchablePaths
 * @param isNegated - for its opposite
 */
export function toFilter(expression: SearchExpression, paths: readonly string[], isNegated = false): string {
  switch (expression.kind) {
    case 'term':
      return `(${term(expression.text, paths, isNegated)})`
    case 'not':
      return toFilter(expression.of, paths, !isNegated)
    case 'and':
    case 'or': {
      const joint = (expression.kind === 'and') === isNegated ? ' or ' : ' and '
      return `(${expression.of.map((part) => toFilter(part, paths, isNegated)).join(joint)})`
    }
  }
}
