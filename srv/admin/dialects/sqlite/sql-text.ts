/** Comments are no tokens. https://www.sqlite.org/draft/tokenreq.html */
const TOKEN =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|[xX]?'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|<>|!=|<=|>=|\|\||==|<<|>>|->>|->|\S/gu

/**
 * The tokens of a statement in one spelling: names and words in lower case, and without quotes where they need none. What
 * SQLite reads alike reads alike.
 */
export const tokensOf = (sql: string): string[] =>
  [...sql.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith('--') && !token.startsWith('/*'))
    .map(spell)

const spell = (token: string): string => {
  const close = { '"': '"', '`': '`', '[': ']' }[token.charAt(0)]
  if (close === undefined) return token.includes("'") ? token : token.toLowerCase()
  const name = token
    .slice(1, -1)
    .replaceAll(close + close, close)
    .toLowerCase()
  return /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

/** Tokens as one text; a schema's own name before its objects is left out. */
export const textOf = (tokens: readonly string[], schema: string): string => {
  const own = spell(`"${schema.replaceAll('"', '""')}"`)
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
