import { splitStatement, type StatementToken } from './statement-tokens.ts'

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
