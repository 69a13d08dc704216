/** Texts, names in quotes, comments and casts, to the end where they are not closed; or a parameter, which has no word before its colon. */
const PIECE = /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'[^']*(?:'|$)|"[^"]*(?:"|$)|::|(?<![\p{L}\p{N}_]):([A-Za-z_]\w*)/gu

/** Names of the parameters of a statement, `:name`, each once. */
export const parametersIn = (sql: string): string[] => [
  ...new Set([...sql.matchAll(PIECE)].flatMap(([, name]) => name ?? [])),
]

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/
const QUOTED = /^'(.*)'$/s

/** What was written for a parameter: a number, a text, with quotes or without, or NULL where nothing was. */
export const parameterValue = (written: string): string | number | null => {
  if (written === '') return null
  const [, quoted] = QUOTED.exec(written) ?? []
  return quoted ?? (NUMBER.test(written) ? Number(written) : written)
}
