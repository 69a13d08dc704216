/** A part of a statement as an engine reads it; all parts together are the text. */
export interface StatementToken {
  readonly type: 'space' | 'comment' | 'name' | 'value' | 'word' | 'symbol'
  readonly text: string
}

/** White space, comment of a line, name, value, word and anything else, as each engine writes them. */
const POSTGRES =
  /(\s+)|(--[^\r\n]*)|("[^"]*(?:""[^"]*)*"?)|([eE]'(?:[^'\\]|\\[^]|'')*'?|'[^']*(?:''[^']*)*'?|\d[\w.$\u0080-\u{10ffff}]*)|([A-Za-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*)|\$\d+|[^]/uy
const HANA =
  /(\s+)|(--[^\n]*)|("[^"]*(?:""[^"]*)*"?)|('[^']*(?:''[^']*)*'?|\d[\w.]*)|([A-Za-z_\u0080-\u{10ffff}][\w$#\u0080-\u{10ffff}]*)|[^]/uy
const SQLITE =
  /(\s+)|(--[^\n]*)|("[^"]*(?:""[^"]*)*"?|`[^`]*(?:``[^`]*)*`?|\[[^\]]*\]?)|('[^']*(?:''[^']*)*'?|\d[\w.]*)|([A-Za-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*)|[^]/uy
const RULES: Readonly<Record<string, RegExp>> = { postgres: POSTGRES, hana: HANA, sqlite: SQLITE }

/**
 * Splits a statement into its parts, in time that grows as its length does. Where a text could be read in two ways, by
 * a setting of the server, all that follows counts as one value.
 */
export const splitStatement = (sql: string, engine: string): StatementToken[] => {
  const rule = RULES[engine] ?? POSTGRES
  const tokens: StatementToken[] = []
  const isPostgres = rule === POSTGRES
  const push = (type: StatementToken['type'], start: number, end: number): number => {
    tokens.push({ type, text: sql.slice(start, end) })
    return end
  }
  for (let at = 0; at < sql.length;) {
    if (sql.startsWith('/*', at)) {
      at = push('comment', at, endOfComment(sql, at, isPostgres))
      continue
    }
    const mark = isPostgres && sql[at] === '$' ? dollarAt(sql, at) : undefined
    if (mark !== undefined) {
      const end = sql.indexOf(mark, at + mark.length)
      at = push('value', at, end < 0 ? sql.length : end + mark.length)
      continue
    }
    rule.lastIndex = at
    const [text = sql.slice(at), space, comment, name, value, word] = rule.exec(sql) ?? []
    const isAmbiguous = isPostgres && value?.startsWith(`'`) === true && value.includes(`\\'`)
    const type = space ? 'space' : comment ? 'comment' : name ? 'name' : value ? 'value' : word ? 'word' : 'symbol'
    at = push(type, at, isAmbiguous ? sql.length : at + text.length)
  }
  return tokens
}

const COMMENT_MARK = /\/\*|\*\//g

/** Comments of PostgreSQL hold others. */
const endOfComment = (sql: string, start: number, areNested: boolean): number => {
  COMMENT_MARK.lastIndex = start + 2
  let depth = 1
  for (let match = COMMENT_MARK.exec(sql); match; match = COMMENT_MARK.exec(sql)) {
    if (match[0] === '*/') depth--
    else if (areNested) depth++
    if (depth === 0) return COMMENT_MARK.lastIndex
  }
  return sql.length
}

const DOLLAR = /\$(?:[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*)?\$/uy

/** The mark that a text between dollars begins with. */
const dollarAt = (sql: string, at: number): string | undefined => {
  DOLLAR.lastIndex = at
  return DOLLAR.exec(sql)?.[0]
}
