import type { Search } from '../../srv/platform/odata/url/nodes.ts'

/** Whether a search finds a row with these texts, worked out without a database. */
export function matches(expression: Search, texts: readonly unknown[]): boolean {
  switch (expression.kind) {
    case 'term': {
      const wanted = expression.text.toLowerCase()
      return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(wanted))
    }
    case 'not':
      return !matches(expression.of, texts)
    case 'and':
      return expression.of.every((part) => matches(part, texts))
    case 'or':
      return expression.of.some((part) => matches(part, texts))
  }
}
