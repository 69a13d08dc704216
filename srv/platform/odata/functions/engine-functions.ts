import { BadRequest } from '../errors/bad-request.ts'
import type { DatabaseService } from '../../cap/database-service.ts'

/** An operand of a function: SQL, made each time that it stands in a text. Of a literal it tells the value. */
export type Argument = string & { readonly val?: unknown }

/** A function as SQL of one engine. */
export type EngineFunction = (...args: Argument[]) => string

/** The functions of OData that an engine needs another form for than CAP's, by their names in CQN. */
export type EngineFunctions = Readonly<Record<string, EngineFunction>>

/** Moments are kept in UTC. */
const totaloffsetminutes: EngineFunction = (moment) => `(CASE WHEN (${moment}) IS NOT NULL THEN 0 END)`

/** Evaluates arguments once, as columns a and b. The offset keeps SQLite from putting them in the places of the columns. */
const once = (result: string, a: Argument, b: Argument): string =>
  `(SELECT ${result} FROM (SELECT (${a}) AS a, (${b}) AS b LIMIT 1 OFFSET 0))`

// Rounds halves away from zero, so that 0, 1, 2 become 1, 2, 3, and -1, -2 stay what they are, which count from the end.
const from = (text: Argument, start: Argument): string => `substr(${text}, round((${start}) + 0.5))`

/** Seconds as SQLite adds them. */
const offset = (seconds: Argument): string => `printf('%+.3f seconds', ${seconds})`

/** Each argument stands in the text once, or nested functions would double with each level. */
export const sqliteFunctions: EngineFunctions = {
  // Whole numbers divide to whole ones by themselves; those that are kept as real ones do not.
  div: (a, b) => `trunc((${a}) / nullif(${b}, 0))`,
  divby: (a, b) => `(cast(${a} AS REAL) / nullif(${b}, 0))`,
  mod: (a, b) => `mod(${a}, nullif(${b}, 0))`,
  modby: (a, b) => once('a - b * trunc(cast(a AS REAL) / nullif(b, 0))', a, b),
  endswith: (text, end) => once('substr(a, length(a) + 1 - length(b)) = b', text, end),
  contains: (text, part) => `(instr(${text}, ${part}) > 0)`,
  startswith: (text, start) => `(instr(${text}, ${start}) = 1)`,
  indexof: (text, part) => `(instr(${text}, ${part}) - 1)`,
  substring: (text, start, length?: Argument) =>
    length === undefined ? from(text, start) : `substr(${from(text, start)}, 1, ${length})`,
  // Seconds come with three digits behind the point.
  fractionalseconds: (time) => `cast(substr(strftime('%f', ${time}), -4) AS REAL)`,
  later: (moment, seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, ${offset(seconds)})`,
  laterday: (day, seconds) => `date(${day}, ${offset(seconds)})`,
  seconds: (to, from) => `round(unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec'), 3)`,
  midnight: (day) => `strftime('%Y-%m-%dT00:00:00.000Z', ${day})`,
  totaloffsetminutes,
  totalseconds: (duration) => `(${duration})`,
}

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

const hanaFunctions: EngineFunctions = {
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
  indexof: (text, part) => `(locate(${text}, ${part}) - 1)`,
  substring: (text, start, length?: Argument) => substring(text, start, length === undefined ? '' : `, ${length}`),
  later: (moment, seconds) => `add_seconds(to_timestamp(${moment}), ${seconds})`,
  laterday: (day, seconds) => `to_date(add_seconds(to_timestamp(${day}), ${seconds}))`,
  seconds: (to, from) => `(nano100_between(to_timestamp(${from}), to_timestamp(${to})) / 10000000)`,
  midnight: (day) => `to_timestamp(${day})`,
  totaloffsetminutes,
  totalseconds: (duration) => `(${duration})`,
}

const FUNCTIONS: ReadonlyMap<string | undefined, EngineFunctions> = new Map([
  ['sqlite', sqliteFunctions],
  ['postgres', postgresFunctions],
  ['hana', hanaFunctions],
])

/**
 * Gives databases arithmetic and functions that take each argument once: CAP's own repeat arguments, so that functions
 * inside each other become long beyond all bounds.
 */
export function engineFunctions(service: unknown): void {
  const { options, class: translations } = service as DatabaseService
  const functions = FUNCTIONS.get(options.kind)
  if (functions) translations.CQN2SQL.Functions = { ...translations.CQN2SQL.Functions, ...functions }
}
