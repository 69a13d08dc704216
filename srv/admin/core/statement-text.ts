/** A part of a statement as an engine reads it; all parts together are the text. */
interface StatementToken {
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

/** What stands for a value, or for words that may be one. */
const VALUE = '?'
const MAX_LENGTH = 2_000
/** Of longer texts only the beginning is looked at. */
const READ_LENGTH = 65_536
/** Statements about rows: only in these values are not about access. */
const ABOUT_ROWS = 'SELECT INSERT UPDATE DELETE MERGE UPSERT REPLACE WITH VALUES TABLE'.split(' ')
/** Where one of these is mentioned, values may be secrets. */
const SECRET = /passw|passphrase|pwd|secret|credential|token|api_?key|private_?key/i

/**
 * The text of a statement that runs, on one line, for people. For who may not see all values, all values and comments are left
 * out. Nobody sees those of statements that may carry secrets: of all that are not about rows, such as those that make users,
 * servers and subscriptions, of all that follow one of these, and of what mentions passwords. The engine may have cut the
 * text anywhere.
 */
export const statementText = (sql: string, seesValues: boolean, engine: string): string => {
  const tokens = splitStatement(sql.slice(0, READ_LENGTH), engine)
  const isOpen = seesValues && !tokens.some(({ text }) => SECRET.test(text))
  let result = ''
  let isAboutRows = true
  let isFirst = true
  let [before, last] = ['', '']
  for (const token of tokens) {
    const { type, text } = token
    if (isFirst && type === 'word') {
      isAboutRows &&= ABOUT_ROWS.includes(text.toUpperCase())
      isFirst = false
    }
    const isShown = isOpen && isAboutRows
    if (type === 'space' || type === 'comment') {
      const comment = type === 'comment' && isShown ? text.replaceAll(/\s+/g, ' ') : ''
      result += `${result.endsWith(' ') ? '' : ' '}${comment === '' ? '' : `${comment} `}`
      continue
    }
    const isSecret = isAfterPassword(before, last) && isPassword(token, isAboutRows)
    result += isSecret || (type === 'value' && !isShown) ? VALUE : text
    if (text === ';') isFirst = true
    if (type === 'symbol' && !/[,;)]/.test(text)) continue
    before = last
    last = type === 'word' ? text.toUpperCase() : ''
    if (result.length > 2 * MAX_LENGTH) break
  }
  return result.trim().slice(0, MAX_LENGTH)
}

const isAfterPassword = (before: string, last: string): boolean =>
  last === 'PASSWORD' || (before === 'IDENTIFIED' && last === 'BY')

/** Statements about users take passwords as names and as bare words, too. */
const isPassword = ({ type }: StatementToken, isAboutRows: boolean): boolean =>
  type === 'value' || type === 'name' || (type === 'word' && !isAboutRows)
