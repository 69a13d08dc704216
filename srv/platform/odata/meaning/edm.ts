import type { Element } from '../../cap/csn.ts'

/** The primitive types of OData that expressions know. */
export type EdmType =
  | 'Binary'
  | 'Boolean'
  | 'Byte'
  | 'Date'
  | 'DateTimeOffset'
  | 'Decimal'
  | 'Double'
  | 'Duration'
  | 'Guid'
  | 'Int16'
  | 'Int32'
  | 'Int64'
  | 'SByte'
  | 'Single'
  | 'Stream'
  | 'String'
  | 'TimeOfDay'
  /** Structures, collections, and what CAP does not map: no more than whether they are null. */
  | 'Untyped'

/** The types of CDS, as CAP maps them. @see https://cap.cloud.sap/docs/cds/types */
const OF_CDS: Readonly<Record<string, EdmType>> = {
  ...{ UUID: 'Guid', Boolean: 'Boolean', String: 'String', LargeString: 'String' },
  ...{ UInt8: 'Byte', Int16: 'Int16', Int32: 'Int32', Integer: 'Int32', Int64: 'Int64', Integer64: 'Int64' },
  ...{ Decimal: 'Decimal', DecimalFloat: 'Decimal', Double: 'Double' },
  ...{ Date: 'Date', Time: 'TimeOfDay', DateTime: 'DateTimeOffset', Timestamp: 'DateTimeOffset' },
  ...{ Binary: 'Binary', LargeBinary: 'Stream' },
  // None of CDS, but of what is computed.
  Duration: 'Duration',
}

/** The types of CDS that values of a type are read and cast as. */
export const CDS_TYPES: Readonly<Record<EdmType, string>> = {
  ...{ Binary: 'Binary', Boolean: 'Boolean', Byte: 'UInt8', SByte: 'Int16', Int16: 'Int16', Int32: 'Integer' },
  ...{ Int64: 'Int64', Decimal: 'Decimal', Single: 'Double', Double: 'Double', Guid: 'UUID', String: 'String' },
  ...{ Date: 'Date', TimeOfDay: 'Time', DateTimeOffset: 'Timestamp', Duration: 'Decimal' },
  ...{ Stream: 'LargeBinary', Untyped: 'LargeString' },
}

/** From the narrowest to the widest, as numbers are promoted. @see OData 4.01 URL Conventions, 5.1.1.16 Numeric Promotion */
const NUMBERS = ['SByte', 'Byte', 'Int16', 'Int32', 'Int64', 'Decimal', 'Single', 'Double'] as const
export type NumberType = (typeof NUMBERS)[number]

const [SBYTE, BYTE, INT16, INT32, INT64] = [2n ** 7n, 2n ** 8n, 2n ** 15n, 2n ** 31n, 2n ** 63n]

/** The least and the greatest of whole numbers, by their types. */
const RANGES: Readonly<Partial<Record<string, readonly [least: bigint, greatest: bigint]>>> = {
  SByte: [-SBYTE, SBYTE - 1n],
  Byte: [0n, BYTE - 1n],
  Int16: [-INT16, INT16 - 1n],
  Int32: [-INT32, INT32 - 1n],
  Int64: [-INT64, INT64 - 1n],
}

export const isNumber = (type: string): type is NumberType => (NUMBERS as readonly string[]).includes(type)
/** The range of a type of whole numbers, which divide to whole ones; undefined for all others. */
export const rangeOf = (type: string): readonly [least: bigint, greatest: bigint] | undefined => RANGES[type]

/** What both of two numbers become before they meet; of two kinds of bytes the next type that has room for both. */
export const promoted = (left: NumberType, right: NumberType): NumberType => {
  if (left === right) return left
  const wider = NUMBERS[Math.max(NUMBERS.indexOf(left), NUMBERS.indexOf(right))] ?? 'Double'
  return wider === 'Byte' ? 'Int16' : wider
}

/** What rows can be sorted by. */
export const hasOrder = (type: string): boolean => !ORDERLESS.has(type)
const ORDERLESS: ReadonlySet<string> = new Set(['Null', 'Record', 'Stream', 'Untyped'])

/** The type of a property as CDS names it, without its namespace. */
export const cdsTypeOf = ({ _type, type }: Pick<Element, '_type'> & { readonly type?: string }): string =>
  (_type ?? type ?? '').replace(/^cds\./, '')

/** The type of a property: what the model says of OData, or what CAP makes of its own; undefined for all that is no primitive. */
export function edmTypeOf(element: Element): EdmType | undefined {
  const said = element['@odata.Type']
  if (typeof said === 'string') return said.replace(/^Edm\./, '') as EdmType
  return OF_CDS[cdsTypeOf(element)]
}
