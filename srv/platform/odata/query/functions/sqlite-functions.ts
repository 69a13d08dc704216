import { isNumber } from '../../meaning/edm.ts'
import {
  type Argument,
  type EngineFunctions,
  BLANKS,
  totaloffsetminutes,
  jsonItems,
  quoted,
} from './engine-function.ts'

/** Evaluates arguments once, as columns a and b. The offset keeps SQLite from putting them in the places of the columns. */
const once = (result: string, a: Argument, b: Argument): string =>
  `(SELECT ${result} FROM (SELECT (${a}) AS a, (${b}) AS b LIMIT 1 OFFSET 0))`

// Rounds halves away from zero, so that 0, 1, 2 become 1, 2, 3, and -1, -2 stay what they are, which count from the end.
const from = (text: Argument, start: Argument): string => `substr(${text}, round((${start}) + 0.5))`

/** Seconds as SQLite adds them; nothing is added to what is not known. */
const offset = (seconds: Argument): string => `round(${seconds}, 3) || ' seconds'`

const items = jsonItems({
  source: (list, alias) => `json_each(${list}) AS ${alias}`,
  value: (alias, path, type) => {
    const names = path.map((name) => `.${JSON.stringify(name)}`).join('')
    const value = path.length ? `json_extract(${alias}.value, ${quoted(`$${names}`)})` : `${alias}.value`
    return isNumber(type) ? `cast(${value} AS NUMERIC)` : value
  },
})

/** Each argument stands in the text once, or nested functions would double with each level. */
export const sqliteFunctions: EngineFunctions = {
  ...items,
  // Whole numbers divide to whole ones by themselves; those that are kept as real ones do not.
  div: (a, b) => `trunc((${a}) / nullif(${b}, 0))`,
  divby: (a, b) => `(cast(${a} AS REAL) / nullif(${b}, 0))`,
  mod: (a, b) => `mod(${a}, nullif(${b}, 0))`,
  modby: (a, b) => once('a - b * trunc(cast(a AS REAL) / nullif(b, 0))', a, b),
  endswith: (text, end) => once('substr(a, length(a) + 1 - length(b)) = b', text, end),
  contains: (text, part) => `(instr(${text}, ${part}) > 0)`,
  startswith: (text, start) => `(instr(${text}, ${start}) = 1)`,
  matchespattern: (text, pattern) => `matchespattern(${text}, ${pattern})`,
  trim: (text) => `trim(${text}, '${BLANKS}')`,
  indexof: (text, part) => `(instr(${text}, ${part}) - 1)`,
  substring: (text, start, length?: Argument) =>
    length === undefined ? from(text, start) : `substr(${from(text, start)}, 1, ${length})`,
  // Seconds come with three digits behind the point.
  fractionalseconds: (time) => `cast(substr(strftime('%f', ${time}), -4) AS REAL)`,
  later: (moment, seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, ${offset(seconds)})`,
  laterday: (day, seconds) => `date(${day}, ${offset(seconds)})`,
  seconds: (to, from) => `round(unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec'), 3)`,
  midnight: (day) => `strftime('%Y-%m-%dT00:00:00.000Z', ${day})`,
  wholetext: (number) => `cast(cast(${number} AS INTEGER) AS TEXT)`,
  same: (value) => `(${value})`,
  whole: (number, least, greatest) =>
    `(SELECT CASE WHEN a BETWEEN ${least} AND ${greatest} THEN cast(a AS INTEGER) END ` +
    `FROM (SELECT round(${number}) AS a LIMIT 1 OFFSET 0))`,
  truthtext: (truth) => `(CASE ${truth} WHEN TRUE THEN 'true' WHEN FALSE THEN 'false' END)`,
  daytext: (day) => `(${day})`,
  clocktext: (clock) => `(${clock})`,
  // Bytes are kept as the text that they are in bodies.
  bytes: (text) => `(${text})`,
  totaloffsetminutes,
  totalseconds: (duration) => `(${duration})`,
}
