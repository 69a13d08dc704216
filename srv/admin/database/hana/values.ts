import type { Value } from '../../core/values.ts'

/**
 * Texts as HANA stores them: CESU-8, which writes each half of a surrogate pair as if it were a character of its own.
 *
 * @see https://www.unicode.org/reports/tr26/
 */

/** In UTF-8 and CESU-8 alike only U+D000 to U+DFFF begin with it; from here on the second byte is that of a surrogate. */
const LEAD = 0xed
const FIRST_SURROGATE = 0xa0

/** The text of bytes in CESU-8; what is in UTF-8 is read as well. */
export const decodeCesu8 = (bytes: Buffer): string => {
  const parts: string[] = []
  let start = 0
  for (let at = bytes.indexOf(LEAD); at >= 0; at = bytes.indexOf(LEAD, at + 1)) {
    const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3)
    if (second < FIRST_SURROGATE) continue
    parts.push(bytes.toString('utf8', start, at), String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)))
    start = at + 3
  }
  return parts.length === 0 ? bytes.toString('utf8') : parts.join('') + bytes.toString('utf8', start)
}

const SURROGATES = /[\ud800-\udfff]/

export const encodeCesu8 = (text: string): Buffer => {
  if (!SURROGATES.test(text)) return Buffer.from(text)
  const parts = text.split(/([\ud800-\udfff])/)
  return Buffer.concat(parts.map((part) => (SURROGATES.test(part) ? half(part.charCodeAt(0)) : Buffer.from(part))))
}

const half = (code: number): Buffer => Buffer.of(LEAD, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))

/**
 * A value as the driver sends it to a parameter of this type. HANA takes a `?` that nothing else gives a type for a
 * text, and the driver then refuses all else; its own texts for CLOB would lose what is not ASCII.
 *
 * @param type the number that the server has given the parameter.
 */
const toHana = (value: Value, type: number | undefined): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  switch (typeof value) {
    case 'bigint':
      return String(value)
    case 'boolean':
      return type === TYPE.BOOLEAN ? value : value ? '1' : '0'
    case 'number':
      return isText(type) ? String(value) : value
    case 'string':
      return type === TYPE.CLOB ? encodeCesu8(value) : value
    default:
      return value
  }
}

/** Values in the order of the parameters. */
export const bind = (
  parameters: readonly { readonly dataType: number }[] | undefined,
  values: readonly Value[],
): unknown[] => values.map((value, index) => toHana(value, parameters?.[index]?.dataType))

/** A value as the driver has read it from a column of this type; large ones have been read to their end. */
export const fromHana = (value: unknown, type: number | undefined): Value => {
  if (Buffer.isBuffer(value)) return isTextLob(type) ? decodeCesu8(value) : new Uint8Array(value)
  return typeof value === 'string' && type === TYPE.BIGINT ? BigInt(value) : (value as Value)
}

/** Numbers of the protocol for types of columns and parameters, those that are handled in a way of their own. */
export const TYPE = {
  BIGINT: 4,
  CHAR: 8,
  VARCHAR: 9,
  NCHAR: 10,
  NVARCHAR: 11,
  CLOB: 25,
  NCLOB: 26,
  BOOLEAN: 28,
  STRING: 29,
  NSTRING: 30,
  NLOCATOR: 32,
  VARCHAR2: 35,
  TEXT: 51,
  SHORTTEXT: 52,
  BINTEXT: 53,
  ALPHANUM: 55,
} as const

const TEXTS: readonly number[] = [
  ...[TYPE.CHAR, TYPE.VARCHAR, TYPE.NCHAR, TYPE.NVARCHAR, TYPE.STRING, TYPE.NSTRING, TYPE.VARCHAR2],
  ...[TYPE.SHORTTEXT, TYPE.ALPHANUM, TYPE.CLOB, TYPE.NCLOB, TYPE.NLOCATOR, TYPE.TEXT, TYPE.BINTEXT],
]
const TEXT_LOBS: readonly number[] = [TYPE.CLOB, TYPE.NCLOB, TYPE.NLOCATOR, TYPE.TEXT, TYPE.BINTEXT]

/** Whether the driver takes nothing but texts for it; of a type that is not known, texts are what fits. */
const isText = (type: number | undefined): boolean => type === undefined || TEXTS.includes(type)
/** Whether it is a large text, of which the driver hands over the bytes. */
const isTextLob = (type: number | undefined): boolean => type !== undefined && TEXT_LOBS.includes(type)

/** In SQL's words. https://help.sap.com/docs/SAP_HANA_CLIENT_INTERFACE */
const NAMES: Readonly<Record<number, string>> = {
  ...Object.fromEntries(Object.entries(TYPE).map(([name, code]) => [code, name])),
  ...{ 1: 'TINYINT', 2: 'SMALLINT', 3: 'INTEGER', 5: 'DECIMAL', 6: 'REAL', 7: 'DOUBLE', 12: 'BINARY', 13: 'VARBINARY' },
  ...{ 14: 'DATE', 15: 'TIME', 16: 'TIMESTAMP', 27: 'BLOB', 61: 'TIMESTAMP', 62: 'SECONDDATE', 63: 'DATE', 64: 'TIME' },
  ...{ 29: 'VARCHAR', 30: 'NVARCHAR', 31: 'BLOB', 32: 'NCLOB', 33: 'VARBINARY', 35: 'VARCHAR', 65: 'DATE', 66: 'TIME' },
  ...{ 71: 'BLOB', 72: 'CLOB', 73: 'NCLOB', 74: 'ST_GEOMETRY', 75: 'ST_POINT', 96: 'REAL_VECTOR' },
  // DECIMAL in the formats of newer clients.
  ...{ 76: 'DECIMAL', 81: 'DECIMAL', 82: 'DECIMAL' },
}

/** Null for types that have no common name. */
export const typeName = (type: number): string | null => NAMES[type] ?? null
