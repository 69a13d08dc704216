import { type EdmType, isNumber } from '../../meaning/edm.ts'
import {
  type Argument,
  type EngineFunctions,
  BLANKS,
  totaloffsetminutes,
  jsonItems,
  quoted,
} from './engine-function.ts'

const isStart = ({ val }: Argument): boolean => typeof val === 'number' && val >= 0

/** Computed positions may count from the end. The offset keeps the planner from putting arguments in the places of the columns. */
const computedSubstring = (text: Argument, start: Argument, length: string): string =>
  `(SELECT substr(a, CASE WHEN b < 0 THEN greatest(length(a) + b, 0) ELSE b END + 1${length}) ` +
  `FROM (SELECT (${text})::text AS a, (${start})::int AS b OFFSET 0) AS once)`

const TIME = /^\d\d:\d\d/
const instant = (time: Argument): string =>
  typeof time.val === 'string' ? `${time}::${TIME.test(time.val) ? 'time' : 'timestamp'}` : time

/** Letters in either case as Unicode has them, whatever the locale of the database is: some know ASCII alone. */
const UNICODE = 'COLLATE "und-x-icu"'

/** A text as the part of a pattern that stands for itself. */
const literally = (part: Argument): string => `replace(replace(replace(${part}, '!', '!!'), '%', '!%'), '_', '!_')`

const CASTS: Readonly<Partial<Record<EdmType, string>>> = {
  ...{ Boolean: 'boolean', Date: 'date', DateTimeOffset: 'timestamp', TimeOfDay: 'time' },
}

const items = jsonItems({
  source: (list, alias) => `jsonb_array_elements((${list})::jsonb) AS ${alias}(value)`,
  value: (alias, path, type) => {
    const value = `(${alias}.value #>> ARRAY[${path.map(quoted).join()}]::text[])`
    if (type === 'Binary') return `decode(${value}, 'base64')`
    const sqlType = isNumber(type) ? 'numeric' : CASTS[type]
    return sqlType === undefined ? value : `${value}::${sqlType}`
  },
})

/** Each argument stands in the text once, or nested functions would double with each level. */
export const postgresFunctions: EngineFunctions = {
  ...items,
  div: (a, b) => `div((${a})::numeric, nullif((${b})::numeric, 0))`,
  divby: (a, b) => `((${a})::numeric / nullif((${b})::numeric, 0))`,
  mod: (a, b) => `mod((${a})::numeric, nullif((${b})::numeric, 0))`,
  modby: (a, b) => `mod((${a})::numeric, nullif((${b})::numeric, 0))`,
  endswith: (text, end) => `(strpos(reverse(${text}), reverse(${end})) = 1)`,
  // PostgreSQL has no idea how few rows a function leaves, and of a pattern it has one.
  contains: (text, part) => `((${text}) LIKE '%' || ${literally(part)} || '%' ESCAPE '!')`,
  startswith: (text, start) => `(strpos(${text}, ${start}) = 1)`,
  matchespattern: (text, pattern) => `((${text}) ~ ${pattern})`,
  trim: (text) => `btrim(${text}, '${BLANKS}')`,
  tolower: (text) => `(lower((${text}) ${UNICODE}) COLLATE "default")`,
  toupper: (text) => `(upper((${text}) ${UNICODE}) COLLATE "default")`,
  indexof: (text, part) => `(strpos(${text}, ${part}) - 1)`,
  substring: (text, start, length?: Argument) => {
    const rest = length === undefined ? '' : `, ${length}`
    return isStart(start) ? `substr(${text}, ${start} + 1${rest})` : computedSubstring(text, start, rest)
  },
  fractionalseconds: (time) => `mod(cast(date_part('second', ${instant(time)}) AS decimal), 1)`,
  time: (time) => `date_trunc('second', ${instant(time)})::time`,
  // Its own puts halves of doubles to the even side.
  round: (number) => `(SELECT sign(a) * floor(abs(a) + 0.5) FROM (SELECT (${number}) AS a OFFSET 0) AS once)`,
  later: (moment, seconds) => `((${moment})::timestamp + (${seconds}) * interval '1 second')`,
  laterday: (day, seconds) => `((${day})::timestamp + (${seconds}) * interval '1 second')::date`,
  seconds: (to, from) => `extract(epoch FROM (${to})::timestamp - (${from})::timestamp)`,
  midnight: (day) => `(${day})::timestamp`,
  wholetext: (number) => `((${number})::bigint)::text`,
  same: (value) => `(${value})`,
  whole: (number, least, greatest) =>
    `(SELECT CASE WHEN a BETWEEN ${least} AND ${greatest} THEN a::bigint END ` +
    `FROM (SELECT round((${number})::numeric) AS a OFFSET 0) AS once)`,
  truthtext: (truth) => `((${truth})::boolean)::text`,
  daytext: (day) => `((${day})::date)::text`,
  clocktext: (clock) => `((${clock})::time)::text`,
  bytes: (text) => `decode(${text}, 'base64')`,
  totaloffsetminutes,
  totalseconds: (duration) => `(${duration})`,
}
