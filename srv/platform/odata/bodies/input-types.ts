import { Readable } from 'node:stream'
import { inputChecks, typeClasses } from '../../cap/input-checks.ts'
import { isDate, isTimeOfDay, isTimestamp } from '../values/calendar.ts'

type Check = (value: unknown) => boolean

const integer =
  (least: number, greatest: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest

/** 64 bits come as texts where numbers would lose digits. */
const int64: Check = (value) => {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  return (
    typeof value === 'string' && /^[+-]?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value)
  )
}

/** In either alphabet of base64; bytes of handlers and of streams come as they are. */
const bytes: Check = (value) =>
  typeof value === 'string'
    ? /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/.test(value)
    : value instanceof Uint8Array || value instanceof Readable

/** Handlers of a service may give days and moments as dates. */
const moment =
  (exists: (text: string) => boolean): Check =>
  (value) =>
    value instanceof Date || (typeof value === 'string' && exists(value))

const int32 = integer(-(2 ** 31), 2 ** 31 - 1)

/** What CAP's own checks let pass: fractions, booleans and 2^31 as numbers, and days that no calendar has. */
const CHECKS: Readonly<Record<string, Check>> = {
  Integer: int32,
  Int16: integer(-(2 ** 15), 2 ** 15 - 1),
  Int32: int32,
  Int64: int64,
  UInt8: integer(0, 255),
  Double: (value) => Number.isFinite(value) || value === 'INF' || value === '-INF' || value === 'NaN',
  Binary: bytes,
  Date: moment(isDate),
  Time: moment(isTimeOfDay),
  DateTime: moment(isTimestamp),
  Timestamp: moment(isTimestamp),
}

/** Makes CAP check every value of a body against its type as published: 400 ASSERT_DATA_TYPE with its target. */
export function checkTypesStrictly(): void {
  inputChecks.strict = true
  for (const [name, check] of Object.entries(CHECKS)) {
    const type = typeClasses[name]
    if (type) type.prototype.strict_check = check
  }
}
