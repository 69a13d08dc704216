import type { Value } from './values.ts'

type Parser = (text: string) => Value

const keepText: Parser = (text) => text

const integer: Parser = (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** By type id: `select oid, typname from pg_type`. All others stay text, so nothing is lost. */
const PARSERS: Record<number, Parser> = {
  16: (text) => text === 't',
  17: (text) => Uint8Array.from(Buffer.from(text.slice(2), 'hex')), // \x…
  20: integer,
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
}

/** How the text of PostgreSQL becomes a value: numbers that lose nothing, bytes, true and false; text otherwise. */
export const postgresParser = (typeId: number): Parser => PARSERS[typeId] ?? keepText

/** The same text for a value wherever a server stands. */
export const POSTGRES_TEXTS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'iso_8601',
  bytea_output: 'hex',
  extra_float_digits: '1',
} as const
