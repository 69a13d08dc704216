import { common, numberOf } from './internals.ts'
import type { ReplyContent } from './packets.ts'
import { isLob, typeCode, type Typed } from './types.ts'

const NONE = -1
/** Names one after another, each behind its length in one byte. */
const namesOf = (things: readonly Typed[]): { offsets: number[]; bytes: Buffer } => {
  const names = things.map(({ name }) => Buffer.from(name))
  let end = 0
  const offsets = names.map(({ length }) => {
    const start = end
    end += 1 + length
    return start
  })
  return { offsets, bytes: Buffer.concat(names.map((name) => Buffer.concat([Buffer.from([name.length]), name]))) }
}

const NULLABLE = 2
const LENGTH = 5_000

/** Tells a client the columns of a result. */
export const columnsPart = (columns: readonly Typed[]): ReplyContent => {
  const { offsets, bytes } = namesOf(columns)
  const entries = columns.map(({ type, scale = 0 }, index) => {
    const entry = Buffer.alloc(24)
    entry.writeInt8(NULLABLE, 0)
    entry.writeInt8(typeCode(type), 1)
    entry.writeInt16LE(scale, 2)
    entry.writeInt16LE(isLob(type) ? 0 : LENGTH, 4)
    entry.writeInt32LE(NONE, 8) // table
    entry.writeInt32LE(NONE, 12) // schema
    entry.writeInt32LE(offsets[index] ?? NONE, 16) // name in the table
    entry.writeInt32LE(offsets[index] ?? NONE, 20) // alias
    return entry
  })
  return { kind: 'RESULT_SET_METADATA', count: columns.length, buffer: Buffer.concat([...entries, bytes]) }
}

/** Tells a client the parameters of a statement; also that there are none. */
export const parametersPart = (parameters: readonly Typed[]): ReplyContent => {
  const entries = parameters.map(({ type, scale = 0 }) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(NULLABLE, 0)
    entry.writeUInt8(typeCode(type), 1)
    entry.writeUInt8(numberOf(common.IoType, 'INPUT'), 2)
    entry.writeInt32LE(NONE, 4) // name
    entry.writeInt16LE(LENGTH, 8)
    entry.writeInt16LE(scale, 10)
    return entry
  })
  return { kind: 'PARAMETER_METADATA', count: parameters.length, buffer: Buffer.concat(entries) }
}
