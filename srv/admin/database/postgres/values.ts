import type { Value } from '../../core/values.ts'
import type { QueryConfig } from './driver.ts'

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

/** How the server's text becomes a value: numbers that lose nothing, bytes, true and false; text otherwise. */
export const types: QueryConfig['types'] = { getTypeParser: (typeId) => PARSERS[typeId] ?? keepText }

/** A value as the driver sends it. */
export const toPostgres = (value: Value): unknown =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? Buffer.from(value) : value
