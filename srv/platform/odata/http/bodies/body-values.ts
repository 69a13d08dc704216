import { Readable } from 'node:stream'
import type { Element } from '../../../cap/csn.ts'
import { inputChecks, typeClasses } from '../../../cap/unpublished.ts'
import { type CapAdapter, type Concern, type Failure, type Request, queriesOf } from '../../../cap/odata.ts'
import { WITH_BODY } from './body-type.ts'
import { linksToKeys, type BodyRecord, bodyRecords } from './records.ts'
import { badRequest } from '../../protocol/errors.ts'
import { isFixed, operationOf } from '../urls/resource.ts'
import { BASE64, isTimestamp, GUID, isDate, isTimeOfDay } from '../../protocol/formats.ts'
import { isStructure } from '../../protocol/structures.ts'
import { withoutExponent } from '../../meaning/numbers.ts'

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

/** What the server alone knows of a draft; a body that repeats it changes nothing. */
const OF_DRAFTS = ['DraftAdministrativeData', 'SiblingEntity', 'DraftMessages'] as const

/** What tells drafts from active records: CAP reads these before it checks a body. */
const STATES = ['IsActiveEntity', 'HasActiveEntity', 'HasDraftEntity'] as const

const TIMESTAMPS: readonly (string | undefined)[] = ['cds.Timestamp', 'cds.DateTime']

const wrongType = (value: unknown, { _type = '' }: Element, target: string): Failure =>
  Object.assign(badRequest('ASSERT_DATA_TYPE', 'ASSERT_DATA_TYPE'), {
    target,
    args: [value, _type.replace('cds.', '')],
  })

/** No entity here has subtypes: a record that says its type is of the one that is written. */
function checkType({ entity, record, path }: BodyRecord): void {
  const type = record['@odata.type']
  if (type === undefined || (typeof type === 'string' && type.endsWith(`#${entity.name.replace(/\.drafts$/, '')}`)))
    return
  const target = `${path}@odata.type`
  throw Object.assign(badRequest('INVALID_BODY', 'The type of this record is another one.'), { target })
}

/** Checks the values that CAP changes or takes out before its own checks: moments, maps, and the state of a draft. */
function checkEarlyValues({ entity, record, path }: BodyRecord): void {
  for (const [name, value] of Object.entries(record)) {
    const element = Object.hasOwn(entity.elements, name) ? entity.elements[name] : undefined
    if (!element) continue
    const isState = (STATES as readonly string[]).includes(name)
    const isMoment = value !== null && TIMESTAMPS.includes(element._type)
    // CAP takes a list for a map.
    if (element._type === 'cds.Map' && Array.isArray(value)) throw wrongType('[…]', element, path + name)
    if (isState && typeof value !== 'boolean') throw wrongType(value, element, path + name)
    if (isMoment && !(typeof value === 'string' && isTimestamp(value))) throw wrongType(value, element, path + name)
  }
}

/** PUT replaces collections and structures, too, of which CAP keeps those that a body leaves out. */
function emptyMissing({ entity, record }: BodyRecord): void {
  for (const element of Object.values(entity.elements))
    if (!(element.name in record) && !isFixed(element)) {
      if (element.items) record[element.name] = []
      else if (isStructure(element)) record[element.name] = null
    }
}

/** The parameters of those actions that CAP performs without a look at them. */
function checkDraftAction(req: Request, adapter: CapAdapter): void {
  const [query] = queriesOf(req)
  const action = query && operationOf(query, adapter)
  if (!action?.name.startsWith('draft')) return
  const errors = inputChecks((req.body ?? {}) as object, action, { protocol: 'odata', cleanse: false })
  if (errors?.[0]) throw errors[0]
}

/** Every value of a body has the type of its property, and every link one form, before anything is made of them. */
export const bodyValues: Concern = (adapter) => {
  checkTypesStrictly()
  return (req, _res, next) => {
    checkDraftAction(req, adapter)
    if (req.body !== undefined && WITH_BODY.includes(req.method))
      for (const body of bodyRecords(req, adapter)) {
        for (const name of OF_DRAFTS) if (body.entity.elements[name]) Reflect.deleteProperty(body.record, name)
        checkType(body)
        checkEarlyValues(body)
        if (req.method === 'PUT' && !body.path) emptyMissing(body)
        linksToKeys(body, adapter)
        canonicalValues(body)
      }
    // CAP reads the text once more where a change becomes the creation of a record, and so may handlers.
    if (req.body !== undefined) (req as { _raw?: string })._raw = JSON.stringify(req.body)
    next()
  }
}

/**
 * Databases compare texts: GUIDs, which are equal in any case, are stored in lower case alone; bytes are stored in one of
 * the alphabets of base64.
 */
export function canonicalValues({ entity, record }: BodyRecord): void {
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== 'string') continue
    const element = Object.hasOwn(entity.elements, name) ? entity.elements[name] : undefined
    if (element?._type === 'cds.UUID' && GUID.test(value)) record[name] = value.toLowerCase()
    if (element?._type === 'cds.Binary' && BASE64.test(value))
      record[name] = Buffer.from(value, 'base64').toString('base64')
  }
}
