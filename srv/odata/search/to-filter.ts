import type { SearchExpression } from './expression.ts'

/** What no row fulfils, for an entity without any searchable text. */
const NEVER = 'true eq false'

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

// `contains` compares characters, so %, _ and \ mean themselves, and is false for null on every database.
const term = (text: string, paths: readonly string[]): string =>
  paths.map((path) => `contains(tolower(${path}),tolower(${literal(text)}))`).join(' or ') || NEVER

/**
 * A search expression as OData `$filter` text, so that whatever is true of filters (navigation, `$expand`, counts,
 * drafts, every database) is true of searches.
 *
 * @param paths - where to look, see searchablePaths
 */
export function toFilter(expression: SearchExpression, paths: readonly string[]): string {
  switch (expression.kind) {
    case 'term':
      return `(${term(expression.text, paths)})`
    case 'not':
      return `not (${toFilter(expression.of, paths)})`
    case 'and':
    case 'or':
      return `(${expression.of.map((part) => toFilter(part, paths)).join(` ${expression.kind} `)})`
  }
}
