import { BadRequest } from '../bad-request.ts'
import type { Argument, EngineFunctions } from './engine-function.ts'

/** Characters of a function as SQL. */
const LONGEST = 100_000

/** HANA has no form for all functions that takes each argument once: what grows is refused before it is large. */
const bounded = (sql: string): string => {
  if (sql.length > LONGEST) throw new BadRequest('Functions inside each other are too long', 'EXPRESSION_TOO_LONG')
  return sql
}

const truncated = (ratio: string): string => `round(${ratio}, 0, ROUND_DOWN)`

const substring = (text: Argument, start: Argument, rest: string): string =>
  bounded(`substring(${text}, CASE WHEN ${start} < 0 THEN length(${text}) + ${start} ELSE ${start} END + 1${rest})`)

export const hanaFunctions: EngineFunctions = {
  div: (a, b) => truncated(`(${a}) / nullif(${b}, 0)`),
  mod: (a, b) => `mod(${a}, nullif(${b}, 0))`,
  modby: (a, b) => bounded(`((${a}) - (${b}) * ${truncated(`cast(${a} AS double) / nullif(${b}, 0)`)})`),
  endswith: (text, end) =>
    bounded(`(CASE WHEN substring(${text}, length(${text}) + 1 - length(${end})) = ${end} THEN TRUE ELSE FALSE END)`),
  indexof: (text, part) => `(locate(${text}, ${part}) - 1)`,
  substring: (text, start, length?: Argument) => substring(text, start, length === undefined ? '' : `, ${length}`),
}
