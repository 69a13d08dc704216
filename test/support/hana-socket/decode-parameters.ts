import { Reader, type ValueReader } from './internals.ts'
import { SentLob } from './lobs.ts'
import { isLob, type Typed, type TypeName } from './types.ts'

type Read = (reader: ValueReader, scale: number) => unknown

/** These read the code of the type as the mark that there is a value. */
const MARKED: Partial<Record<TypeName, Read>> = {
  TINYINT: (reader) => reader.readTinyInt(),
  SMALLINT: (reader) => reader.readSmallInt(),
  INT: (reader) => reader.readInt(),
  BIGINT: (reader) => reader.readBigInt(),
  FIXED16: (reader, scale) => reader.readFixed16(scale),
}

const BARE: Partial<Record<TypeName, Read>> = {
  DOUBLE: (reader) => reader.readDouble(),
  REAL: (reader) => reader.readFloat(),
  NVARCHAR: (reader) => reader.readString(),
  VARBINARY: (reader) => reader.readBinary(),
  BOOLEAN: (reader) => reader.readBoolean(),
  DECIMAL: (reader, scale) => reader.readDecimal(scale),
  LONGDATE: (reader) => reader.readLongDate(),
  SECONDDATE: (reader) => reader.readSecondDate(),
  DAYDATE: (reader) => reader.readDayDate(),
  SECONDTIME: (reader) => reader.readSecondTime(),
}

/** Rows of parameters; large values are there in part, or wholly. @param count number of rows */
export const decodeParameters = (types: readonly Typed[], bytes: Buffer, count: number): unknown[][] => {
  const reader = new Reader(bytes, undefined, { useCesu8: true })
  return Array.from({ length: count }, () => {
    const lobs: { lob: SentLob; header: number }[] = []
    const row = types.map(({ type, scale = 0 }) => {
      if ((bytes[reader.offset] ?? 0) & 0x80) {
        reader.offset += 1
        return null
      }
      if (isLob(type)) {
        const lob = new SentLob(type)
        lobs.push({ lob, header: reader.offset })
        reader.offset += 10
        return lob
      }
      const marked = MARKED[type]
      if (marked) return marked(reader, scale)
      reader.offset += 1
      const bare = BARE[type]
      if (!bare) throw new Error(`Parameters of type ${type} are not understood`)
      return bare(reader, scale)
    })
    // They follow their row one after the other: of their positions clients think differently.
    for (const { lob, header } of lobs) {
      const end = reader.offset + bytes.readInt32LE(header + 2)
      lob.add(Buffer.from(bytes.subarray(reader.offset, end)), bytes[header + 1] ?? 0)
      reader.offset = end
    }
    return row
  })
}
