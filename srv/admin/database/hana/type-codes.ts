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
export const isText = (type: number | undefined): boolean => type === undefined || TEXTS.includes(type)
/** Whether it is a large text, of which the driver hands over the bytes. */
export const isTextLob = (type: number | undefined): boolean => type !== undefined && TEXT_LOBS.includes(type)

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
