import { Writer } from './internals.ts'
import type { StoredLob } from './lobs.ts'
import { isLob, typeCode, type Typed, type TypeName } from './types.ts'

/** Types whose values begin with a byte that tells whether there is one; in parameters it is the type. */
const MARKED: readonly TypeName[] = ['TINYINT', 'SMALLINT', 'INT', 'BIGINT', 'FIXED16']

const int64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(value)
  return bytes
}

/** What stands for null, by type. */
const NULLS: Partial<Record<TypeName, Buffer>> = {
  NVARCHAR: Buffer.from([0xff]),
  VARBINARY: Buffer.from([0xff]),
  BOOLEAN: Buffer.from([1]),
  DOUBLE: Buffer.alloc(8, 0xff),
  REAL: Buffer.alloc(4, 0xff),
  DECIMAL: Buffer.concat([Buffer.alloc(15), Buffer.from([0x70])]),
  LONGDATE: int64(3_155_380_704_000_000_001n),
  SECONDDATE: int64(315_538_070_401n),
  DAYDATE: Buffer.from(Uint32Array.of(3_652_062).buffer),
  SECONDTIME: Buffer.from(Uint32Array.of(86_402).buffer),
  TIMESTAMP: Buffer.alloc(8),
  DATE: Buffer.alloc(4),
  TIME: Buffer.alloc(4),
}

/** The bytes of a row of a result. @param store keeps a large value and tells what of it goes into the row. */
export const encodeRow = (
  columns: readonly Typed[],
  row: readonly unknown[],
  store: (type: TypeName, value: string | Buffer) => StoredLob,
): Buffer =>
  Buffer.concat(
    columns.map((column, index) => {
      const value = row[index] ?? null
      if (isLob(column.type))
        return value === null ? Buffer.from([0, 1]) : store(column.type, value as string | Buffer).head
      return encode(column, value)
    }),
  )

const encode = ({ type, scale = 0 }: Typed, value: unknown): Buffer => {
  if (value === null) return NULLS[type] ?? Buffer.from([0])
  const sent = type === 'TINYINT' && typeof value === 'boolean' ? Number(value) : value
  const parameter = { types: [typeCode(type)], values: [sent], fractions: [scale], lengths: [0] }
  const bytes = Buffer.concat(Writer.create(parameter, { useCesu8: true })._buffers)
  return MARKED.includes(type) ? bytes : bytes.subarray(1)
}
