import type { DefinedTable } from './structure-statements.ts'

type Columns = DefinedTable['columns']

/** A column of each type that values are read from and bound to, of every SAP HANA. */
export const KINDS: Columns = [
  { name: 'ID', type: 'INTEGER', isKey: true },
  { name: 'FLAG', type: 'BOOLEAN' },
  { name: 'TINY', type: 'TINYINT' },
  { name: 'SMALL', type: 'SMALLINT' },
  { name: 'BIG', type: 'BIGINT' },
  { name: 'EXACT', type: 'DECIMAL', length: 38, scale: 10 },
  { name: 'FLOATING', type: 'DOUBLE' },
  { name: 'NAME', type: 'NVARCHAR', length: 5_000 },
  { name: 'DAY', type: 'DATE' },
  { name: 'AT', type: 'TIME' },
  { name: 'SECOND', type: 'SECONDDATE' },
  { name: 'INSTANT', type: 'TIMESTAMP' },
  { name: 'BYTES', type: 'VARBINARY', length: 5_000 },
  { name: 'LARGE_TEXT', type: 'NCLOB' },
  { name: 'LARGE_BYTES', type: 'BLOB' },
]

/** Types beside them: those of some releases only, and those whose values are no single ones. */
export const OTHER_KINDS: Columns = [
  { name: 'SHORT_EXACT', type: 'SMALLDECIMAL' },
  { name: 'SINGLE', type: 'REAL' },
  { name: 'FIXED', type: 'CHAR', length: 3 },
  { name: 'FIXED_UNICODE', type: 'NCHAR', length: 3 },
  { name: 'NARROW', type: 'VARCHAR', length: 100 },
  { name: 'CODES', type: 'ALPHANUM', length: 10 },
  { name: 'SHORT_TEXT', type: 'SHORTTEXT', length: 100 },
  { name: 'FIXED_BYTES', type: 'BINARY', length: 4 },
  { name: 'NARROW_LARGE', type: 'CLOB' },
  { name: 'SEARCHED', type: 'TEXT' },
  { name: 'SEARCHED_BYTES', type: 'BINTEXT' },
  { name: 'AREA', type: 'ST_GEOMETRY' },
  { name: 'PLACE', type: 'ST_POINT' },
  { name: 'EMBEDDING', type: 'REAL_VECTOR' },
  { name: 'NUMBERS', type: 'INTEGER ARRAY' },
]
