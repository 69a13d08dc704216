import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'

const MILLISECONDS_OF_DAY = 86_400_000

type Value = SQLOutputValue

const text = (value: Value): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)

/** A time of HANA's, which has no zone, in milliseconds. */
const time = (value: Value): number => Date.parse(`${text(value).replace(' ', 'T').slice(0, 23)}Z`)
const day = (value: Value): number => Date.parse(`${text(value).slice(0, 10)}T00:00:00Z`)
/** A day is its first moment. */
const moment = (value: Value): number => (text(value).length === 10 ? day(value) : time(value))
/** The same day of another month, or its last. */
const monthsLater = (ms: number, months: number): number => {
  const date = new Date(ms)
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(wanted, last))
}
const timestamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '000000')

const number = (value: Value): number => {
  const result = Number(value)
  if (Number.isNaN(result)) throw new Error('invalid number')
  return result
}

/** NULL where the path leads to nothing, or to no scalar value. */
const scalarAt = (document: string, path: string): string | null => {
  try {
    const steps = [...path.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, place]) => name ?? place ?? '')
    const found = steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], JSON.parse(document))
    return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : null
  } catch {
    return null
  }
}

const FUNCTIONS: Readonly<Record<string, (...args: Value[]) => SQLInputValue>> = {
  TO_BIGINT: (value) => BigInt(Math.trunc(number(value))),
  TO_INTEGER: (value) => BigInt(Math.trunc(number(value))),
  // SQLite's numbers have 15 digits for sure.
  TO_DECIMAL: (value) => (number(value) !== 0 && /(?:\d\D*){16}/.test(text(value)) ? text(value) : number(value)),
  TO_DOUBLE: number,
  TO_NVARCHAR: text,
  TO_VARCHAR: text,
  TO_BINARY: (value) => (value instanceof Uint8Array ? value : Buffer.from(text(value))),
  TO_DATE: (value) => text(value).slice(0, 10),
  TO_TIME: (value) => text(value).slice(0, 8),
  TO_TIMESTAMP: (value) => text(value).padEnd(29, text(value).length === 19 ? '.000000000' : '0'),
  TO_BOOLEAN: (value) => (/^(?:1|true)$/i.test(text(value)) ? 1 : 0),
  GREATEST: (...values) => values.reduce((most, value) => (Number(value) > Number(most) ? value : most)),
  LEAST: (...values) => values.reduce((least, value) => (Number(value) < Number(least) ? value : least)),
  FLOOR: (value) => Math.floor(number(value)),
  MOD: (value, other) => number(value) % number(other),
  YEAR: (value) => new Date(day(value)).getUTCFullYear(),
  MONTH: (value) => new Date(day(value)).getUTCMonth() + 1,
  DAYOFMONTH: (value) => new Date(day(value)).getUTCDate(),
  HOUR: (value) => new Date(time(value)).getUTCHours(),
  MINUTE: (value) => new Date(time(value)).getUTCMinutes(),
  SECOND: (value) => new Date(time(value)).getUTCSeconds(),
  DAYS_BETWEEN: (from, to) => BigInt((day(to ?? null) - day(from ?? null)) / MILLISECONDS_OF_DAY),
  NANO100_BETWEEN: (from, to) => BigInt(time(to ?? null) - time(from ?? null)) * 10_000n,
  ADD_DAYS: (value, days) => timestamp(moment(value ?? null) + number(days ?? null) * MILLISECONDS_OF_DAY),
  ADD_MONTHS: (value, months) => timestamp(monthsLater(moment(value ?? null), number(months ?? null))),
  ADD_YEARS: (value, years) => timestamp(monthsLater(moment(value ?? null), number(years ?? null) * 12)),
  ADD_SECONDS: (value, seconds) => timestamp(time(value ?? null) + number(seconds ?? null) * 1_000),
  JSON_VALUE: (document, path) => scalarAt(text(document ?? null), text(path ?? null)),
  REPLACE_REGEXPR: (pattern, value, other) =>
    text(value ?? null).replace(new RegExp(text(pattern ?? null), 'gu'), text(other ?? null)),
}

/** Functions of HANA that SQLite has not, or has otherwise. Each is NULL when an argument is. */
export const registerFunctions = (
  database: DatabaseSync,
  session: { readonly schema: string; readonly user: string; readonly connection: number },
): void => {
  const define = (name: string, fn: (...args: Value[]) => SQLInputValue): void => {
    database.function(name, { deterministic: true, varargs: true }, (...args) =>
      args.includes(null) ? null : fn(...args),
    )
  }
  for (const [name, fn] of Object.entries(FUNCTIONS)) define(name, fn)
  database.function('CURRENT_SCHEMA_', () => session.schema)
  database.function('CURRENT_USER_', () => session.user)
  database.function('CURRENT_CONNECTION_', () => session.connection)
  database.function('CURRENT_UTCTIMESTAMP_', () => timestamp(Date.UTC(2026, 0, 2)))
  database.function('CURRENT_UTCDATE_', () => '2026-01-02')
}
