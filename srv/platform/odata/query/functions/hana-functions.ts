import { BadRequest } from '../../protocol/errors.ts'
import {
  type Argument,
  type EngineFunction,
  type EngineFunctions,
  BLANKS,
  totaloffsetminutes,
} from './engine-function.ts'

/** Characters of a function as SQL. */
const LONGEST = 100_000

/** HANA has no form for all functions that takes each argument once: what grows is refused before it is large. */
const bounded = (sql: string): string => {
  if (sql.length > LONGEST) throw new BadRequest('Functions inside each other are too long', 'EXPRESSION_TOO_LONG')
  return sql
}

const truncated = (ratio: string): string => `round(${ratio}, 0, ROUND_DOWN)`

/** A condition by a number, so that null stays null. */
const whether = (number: string, yes: number, no: number): string =>
  `(CASE ${number} WHEN ${yes} THEN TRUE WHEN ${no} THEN FALSE END)`

const substring = (text: Argument, start: Argument, rest: string): string =>
  bounded(`substring(${text}, CASE WHEN ${start} < 0 THEN length(${text}) + ${start} ELSE ${start} END + 1${rest})`)

/** Refuses what HANA has no form for that does the same. */
const refused =
  (what: string): EngineFunction =>
  () => {
    throw new BadRequest(`${what} not offered on this database`, 'NOT_SUPPORTED')
  }
// It joins no rows with what is in a column of them.
const ofValues = refused('any, all and $count of collections of values are')

export const hanaFunctions: EngineFunctions = {
  anyitem: ofValues,
  countitems: ofValues,
  div: (a, b) => truncated(`(${a}) / nullif(${b}, 0)`),
  divby: (a, b) => `(cast(${a} AS double) / nullif(${b}, 0))`,
  mod: (a, b) => `mod(${a}, nullif(${b}, 0))`,
  modby: (a, b) => bounded(`((${a}) - (${b}) * ${truncated(`cast(${a} AS double) / nullif(${b}, 0)`)})`),
  contains: (text, part) => whether(`sign(locate(${text}, ${part}))`, 1, 0),
  startswith: (text, start) => whether(`abs(sign(locate(${text}, ${start}) - 1))`, 0, 1),
  endswith: (text, end) => {
    const last = `substring(${text}, length(${text}) + 1 - length(${end}))`
    return bounded(`(CASE WHEN ${last} = ${end} THEN TRUE WHEN ${last} <> ${end} THEN FALSE END)`)
  },
  // HANA's own patterns go back and forth in a text, for as long as one makes them.
  matchespattern: refused('matchesPattern is'),
  trim: (text) => `ltrim(rtrim(${text}, '${BLANKS}'), '${BLANKS}')`,
  indexof: (text, part) => `(locate(${text}, ${part}) - 1)`,
  substring: (text, start, length?: Argument) => substring(text, start, length === undefined ? '' : `, ${length}`),
  later: (moment, seconds) => `add_seconds(to_timestamp(${moment}), ${seconds})`,
  laterday: (day, seconds) => `to_date(add_seconds(to_timestamp(${day}), ${seconds}))`,
  seconds: (to, from) => `(nano100_between(to_timestamp(${from}), to_timestamp(${to})) / 10000000)`,
  midnight: (day) => `to_timestamp(${day})`,
  wholetext: (number) => `to_varchar(to_bigint(${number}))`,
  same: (value) => `(${value})`,
  whole: (number, least, greatest) =>
    bounded(`(CASE WHEN round(${number}) BETWEEN ${least} AND ${greatest} THEN to_bigint(round(${number})) END)`),
  truthtext: (truth) => `(CASE ${truth} WHEN TRUE THEN 'true' WHEN FALSE THEN 'false' END)`,
  daytext: (day) => `to_varchar(${day}, 'YYYY-MM-DD')`,
  clocktext: (clock) => `to_varchar(${clock}, 'HH24:MI:SS')`,
  bytes: ({ val }) => `hextobin('${Buffer.from(String(val), 'base64').toString('hex')}')`,
  totaloffsetminutes,
  totalseconds: (duration) => `(${duration})`,
}
