/** What stands for a value, or for words that may be one. */
const VALUE = '?'
const MAX_LENGTH = 2_000
/** With which passwords may stand without quotes. */
const USER_STATEMENTS: ReadonlySet<string> = new Set(['CREATE', 'ALTER', 'CONNECT', 'VALIDATE'])

const TOKEN =
  /(\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$))|("(?:[^"]|"")*"?)|([eE]'(?:[^'\\]|\\[^]|'')*'?|'(?:[^']|'')*'?)|(\$(?:[A-Za-z_]\w*)?\$)|(\$\d+)|([\p{L}_][\p{L}\p{N}_$]*)|(\d[\w.]*)|[^]/uy

/**
 * The text of a statement that runs, on one line, for people: passwords are left out, and so are all values, and comments,
 * for who may not see all values. The engine may have cut the text anywhere.
 */
export const statementText = (sql: string, seesValues: boolean): string => {
  let result = ''
  let [first, before, last] = ['', '', '']
  for (let at = 0; at < sql.length && result.length < MAX_LENGTH;) {
    TOKEN.lastIndex = at
    const [all = '', space, name, string, dollar, , word, number] = TOKEN.exec(sql) ?? []
    const token = dollar === undefined ? all : sql.slice(at, endOf(sql, dollar, at))
    at += Math.max(token.length, 1)
    if (space !== undefined) {
      const comment = seesValues ? space.trim().replaceAll(/\s+/g, ' ') : ''
      result += `${result.endsWith(' ') ? '' : ' '}${comment === '' ? '' : `${comment} `}`
      continue
    }
    const isValue = string !== undefined || dollar !== undefined || number !== undefined
    const isWord = word !== undefined && USER_STATEMENTS.has(first)
    const isSecret =
      (last === 'PASSWORD' || (before === 'IDENTIFIED' && last === 'BY')) && (isValue || isWord || name !== undefined)
    result += isSecret || (isValue && !seesValues) ? VALUE : token
    if (token === '=') continue
    const next = word?.toUpperCase() ?? ''
    if (first === '') first = next
    before = last
    last = next
  }
  return result.trim().slice(0, MAX_LENGTH)
}

/** The end of a text between two equal marks, such as `$body$`. */
const endOf = (sql: string, mark: string, start: number): number => {
  const end = sql.indexOf(mark, start + mark.length)
  return end < 0 ? sql.length : end + mark.length
}
