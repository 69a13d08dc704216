import { common, numberOf } from './internals.ts'

/** Types of columns and parameters by the names that the driver has for them. */
export type TypeName =
  | 'TINYINT'
  | 'SMALLINT'
  | 'INT'
  | 'BIGINT'
  | 'DOUBLE'
  | 'REAL'
  | 'BOOLEAN'
  | 'NVARCHAR'
  | 'VARBINARY'
  | 'DECIMAL'
  | 'FIXED16'
  | 'LONGDATE'
  | 'SECONDDATE'
  | 'DAYDATE'
  | 'SECONDTIME'
  | 'TIMESTAMP'
  | 'DATE'
  | 'TIME'
  | 'BLOB'
  | 'CLOB'
  | 'NCLOB'
  | 'TEXT'
  | 'BINTEXT'

/** A column of a result, or a parameter of a statement. */
export interface Typed {
  readonly name: string
  readonly type: TypeName
  /** Digits after the point, of decimals. */
  readonly scale?: number
}

export const typeCode = (type: TypeName): number => numberOf(common.TypeCode, type)

const LOBS: readonly TypeName[] = ['BLOB', 'CLOB', 'NCLOB', 'TEXT', 'BINTEXT']
export const isLob = (type: TypeName): boolean => LOBS.includes(type)
export const isTextLob = (type: TypeName): boolean => isLob(type) && type !== 'BLOB'

/** What a server sends instead to a client that knows less: from which version of the data format on, and what before. */
const SINCE: Partial<Record<TypeName, readonly [version: number, before: TypeName]>> = {
  LONGDATE: [4, 'TIMESTAMP'],
  SECONDDATE: [4, 'TIMESTAMP'],
  DAYDATE: [4, 'DATE'],
  SECONDTIME: [4, 'TIME'],
  BINTEXT: [6, 'NCLOB'],
  BOOLEAN: [7, 'TINYINT'],
  FIXED16: [8, 'DECIMAL'],
}

/** The type as a client of this version of the data format gets to see it. */
export const typeFor = (type: TypeName, version: number): TypeName => {
  const [since, before] = SINCE[type] ?? [0, type]
  return version < since ? before : type
}
