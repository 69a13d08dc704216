import { bracketed, splitByComma, textOf, tokensOf } from './sql-text.ts'

/** What only the text of CREATE TABLE tells. */
export interface TableText {
  /** By name in lower case. */
  readonly columns: ReadonlyMap<string, { readonly collation: string | null; readonly generated: string | null }>
  readonly checks: readonly { readonly name: string | null; readonly definition: string }[]
}

const CONSTRAINT_WORDS = ['constraint', 'primary', 'unique', 'check', 'foreign']

/** @param sql as sqlite_schema keeps it. */
export const readTableText = (sql: string, schema: string): TableText => {
  const tokens = tokensOf(sql)
  const body = tokens.indexOf('(')
  const parts = tokens[1] === 'virtual' || body < 0 ? [] : splitByComma(bracketed(tokens, body))
  const columns = parts.filter(([first = '']) => !CONSTRAINT_WORDS.includes(first))
  return {
    columns: new Map(
      columns.map((part) => [
        unquoted(part[0] ?? ''),
        { collation: after(part, 'collate'), generated: generatedBy(part, schema) },
      ]),
    ),
    checks: parts.flatMap((part) => checksOf(part, schema)),
  }
}

const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name)

/** Places of a word outside of all brackets. */
const places = (part: readonly string[], word: string): number[] => {
  let depth = 0
  return part.flatMap((token, index) => {
    if (token === '(') depth++
    else if (token === ')') depth--
    return token === word && depth === 0 && index > 0 ? [index] : []
  })
}

const after = (part: readonly string[], word: string): string | null => {
  const [place] = places(part, word)
  return place === undefined ? null : (part[place + 1] ?? null)
}

const generatedBy = (part: readonly string[], schema: string): string | null => {
  const place = places(part, 'as').find((index) => part[index + 1] === '(')
  return place === undefined ? null : textOf(bracketed(part, place + 1), schema)
}

/** Of a column or of the table: `[CONSTRAINT name] CHECK (…)`. */
const checksOf = (part: readonly string[], schema: string): { name: string | null; definition: string }[] =>
  [...(part[0] === 'check' ? [0] : []), ...places(part, 'check')]
    .filter((place) => part[place + 1] === '(')
    .map((place) => ({
      name: part[place - 2] === 'constraint' ? unquoted(part[place - 1] ?? '') : null,
      definition: `(${textOf(bracketed(part, place + 1), schema)})`,
    }))
