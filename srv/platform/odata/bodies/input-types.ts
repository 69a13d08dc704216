import { Readable } from 'node:stream'
import { inputChecks, typeClasses } from '../../cap/input-checks.ts'
import { withoutExponent } from '../meaning/numbers.ts'
import { BASE64, GUID, isDate, isTimeOfDay, isTimestamp } from '../values/formats.ts'

type Check = (value: unknown) => boolean

/** An element as far as it bounds its values: CAP's types and annotations of OData's. */
interface Bounds {
  readonly length?: number
  readonly '@odata.Type'?: string
  readonly type_check?: Check
}

/** Whole numbers by their type in OData, which an annotation may narrow. */
const RANGES: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  'Edm.Byte': [0, 255],
  'Edm.SByte': [-128, 127],
  'Edm.Int16': [-(2 ** 15), 2 ** 15 - 1],
  'Edm.Int32': [-(2 ** 31), 2 ** 31 - 1],
}

const integer =
  (type: string) =>
  ({ '@odata.Type': narrowed }: Bounds): Check => {
    const [least, greatest] = RANGES[narrowed ?? type] ?? RANGES[type] ?? [0, 0]
    return (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest
  }

const GREATEST_SINGLE = 2 ** 128 - 2 ** 104

const double = ({ '@odata.Type': type }: Bounds): Check => {
  const greatest = type === 'Edm.Single' ? GREATEST_SINGLE : Number.MAX_VALUE
  return (value) =>
    typeof value === 'number' ? Math.abs(value) <= greatest : ['INF', '-INF', 'NaN'].includes(value as string)
}

/** CAP looks at digits alone, and takes a list with one number for that number. */
const decimal = ({ type_check: hasDigits }: Bounds): Check => {
  return (value) =>
    (typeof value === 'string' || typeof value === 'number') && !!hasDigits?.(withoutExponent(String(value)))
}

const guid: Check = (value) => typeof value === 'string' && GUID.test(value)

/** 64 bits come as texts where numbers would lose digits. */
const int64: Check = (value) => {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  return (
    typeof value === 'string' && /^[+-]?\d{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value)
  )
}

/** In either alphabet of base64; bytes of handlers and of streams come as they are. */
const bytes =
  ({ length = Infinity }: Bounds): Check =>
  (value) =>
    typeof value === 'string'
      ? BASE64.test(value) && Buffer.byteLength(value, 'base64') <= length
      : value instanceof Uint8Array || value instanceof Readable

/** Handlers of a service may give days and moments as dates. */
const moment =
  (exists: (text: string) => boolean): Check =>
  (value) =>
    value instanceof Date || (typeof value === 'string' && exists(value))

/** What CAP's own checks let pass: fractions, booleans and 2^31 as numbers, lists, and days that no calendar has. */
const CHECKS: Readonly<Record<string, (element: Bounds) => Check>> = {
  Integer: integer('Edm.Int32'),
  Int16: integer('Edm.Int16'),
  Int32: integer('Edm.Int32'),
  Int64: () => int64,
  UInt8: integer('Edm.Byte'),
  Double: double,
  Decimal: decimal,
  UUID: () => guid,
  Binary: bytes,
  Date: () => moment(isDate),
  Time: () => moment(isTimeOfDay),
  DateTime: () => moment(isTimestamp),
  Timestamp: () => moment(isTimestamp),
}

/** Makes CAP check every value of a body against its type as published: 400 ASSERT_DATA_TYPE with its target. */
export function checkTypesStrictly(): void {
  inputChecks.strict = true
  for (const [name, checkOf] of Object.entries(CHECKS)) {
    const type = typeClasses[name]
    if (!type) continue
    const get = function (this: Bounds): Check {
      return checkOf(this)
    }
    Object.defineProperty(type.prototype, 'strict_check', { get, configurable: true })
  }
}
