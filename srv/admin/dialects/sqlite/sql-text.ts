import { readSqlTokens, type SqlToken } from '../../core/sql-tokens.ts'

/** Words that mean something to those who read the tokens: as names they keep their quotes. */
const KEYWORDS = ['as', 'check', 'collate', 'constraint', 'foreign', 'primary', 'unique']
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_$]*$/u

/**
 * The tokens of a statement in one spelling: names and words in lower case, and without quotes where they need none. What
 * SQLite reads alike reads alike.
 */
export const tokensOf = (sql: string): string[] => {
  const spelt: string[] = []
  let before: SqlToken | undefined
  // Told by the last character alone: an operator may be as long as the text.
  let isOperator = false
  for (const token of readSqlTokens(sql)) {
    const text = spell(token, sql)
    const goesOn: boolean = isOperator && before?.end === token.start && /^[<>=|]$/.test(text)
    if (goesOn) spelt.push(`${spelt.pop() ?? ''}${text}`)
    else spelt.push(text)
    isOperator = goesOn || /^[<>=!|]$/.test(text)
    before = token
  }
  return spelt
}

const spell = ({ type, value, start, end }: SqlToken, sql: string): string => {
  if (type === 'quoted') return spellName(value)
  return type === 'string' ? sql.slice(start, end) : value.toLowerCase()
}

const spellName = (value: string): string => {
  const name = value.toLowerCase()
  return PLAIN_NAME.test(name) && !KEYWORDS.includes(name) ? name : `"${name.replaceAll('"', '""')}"`
}

/** Tokens as one text; a schema's own name before its objects is left out. */
export const textOf = (tokens: readonly string[], schema: string): string => {
  const own = spellName(schema)
  const shown = tokens.filter(
    (token, index) => !(token === own && tokens[index + 1] === '.') && !(token === '.' && tokens[index - 1] === own),
  )
  return shown.reduce((text, token, index) => {
    const before = shown[index - 1] ?? '('
    const isTight = before === '(' || before === '.' || [')', ',', '.'].includes(token)
    return isTight ? text + token : `${text} ${token}`
  }, '')
}

/** The tokens within the brackets that open at a place. */
export const bracketed = (tokens: readonly string[], open: number): string[] => {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at] === '(') depth++
    else if (tokens[at] === ')' && --depth === 0) return tokens.slice(open + 1, at)
  }
  return tokens.slice(open + 1)
}

/** Parts between the commas outside of all brackets. */
export const splitByComma = (tokens: readonly string[]): string[][] => {
  const parts: string[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token === '(') depth++
    else if (token === ')') depth--
    if (token === ',' && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** What only the text of CREATE TABLE tells. */
interface TableText {
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
