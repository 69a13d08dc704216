import type { Argument, EngineFunctions } from './engine-function.ts'
import { totaloffsetminutes } from './total-offset-minutes.ts'

const isStart = ({ val }: Argument): boolean => typeof val === 'number' && val >= 0

/** Computed positions may count from the end. The offset keeps the planner from putting arguments in the places of the columns. */
const computedSubstring = (text: Argument, start: Argument, length: string): string =>
  `(SELECT substr(a, CASE WHEN b < 0 THEN greatest(length(a) + b, 0) ELSE b END + 1${length}) ` +
  `FROM (SELECT (${text})::text AS a, (${start})::int AS b OFFSET 0) AS once)`

const TIME = /^\d\d:\d\d/
const instant = (time: Argument): string =>
  typeof time.val === 'string' ? `${time}::${TIME.test(time.val) ? 'time' : 'timestamp'}` : time

/** A text as the part of a pattern that stands for itself. */
const literally = (part: Argument): string => `replace(replace(replace(${part}, '!', '!!'), '%', '!%'), '_', '!_')`

/** Each argument stands in the text once, or nested functions would double with each level. */
export const postgresFunctions: EngineFunctions = {
  div: (a, b) => `div((${a})::numeric, nullif((${b})::numeric, 0))`,
  divby: (a, b) => `((${a})::numeric / nullif((${b})::numeric, 0))`,
  mod: (a, b) => `mod((${a})::numeric, nullif((${b})::numeric, 0))`,
  modby: (a, b) => `mod((${a})::numeric, nullif((${b})::numeric, 0))`,
  endswith: (text, end) => `(strpos(reverse(${text}), reverse(${end})) = 1)`,
  // PostgreSQL has no idea how few rows a function leaves, and of a pattern it has one.
  contains: (text, part) => `((${text}) LIKE '%' || ${literally(part)} || '%' ESCAPE '!')`,
  startswith: (text, start) => `(strpos(${text}, ${start}) = 1)`,
  indexof: (text, part) => `(strpos(${text}, ${part}) - 1)`,
  substring: (text, start, length?: Argument) => {
    const rest = length === undefined ? '' : `, ${length}`
    return isStart(start) ? `substr(${text}, ${start} + 1${rest})` : computedSubstring(text, start, rest)
  },
  fractionalseconds: (time) => `mod(cast(date_part('second', ${instant(time)}) AS decimal), 1)`,
  later: (moment, seconds) => `((${moment})::timestamp + (${seconds}) * interval '1 second')`,
  laterday: (day, seconds) => `((${day})::timestamp + (${seconds}) * interval '1 second')::date`,
  seconds: (to, from) => `extract(epoch FROM (${to})::timestamp - (${from})::timestamp)`,
  midnight: (day) => `(${day})::timestamp`,
  totaloffsetminutes,
  totalseconds: (duration) => `(${duration})`,
}
