import { common, fromCesu8, numberOf, type Part, toCesu8 } from './internals.ts'
import type { ReplyContent } from './packets.ts'
import { isTextLob, type TypeName } from './types.ts'

const { LobOptions, LobSourceType } = common
const INCLUDED = numberOf(LobOptions, 'DATA_INCLUDED')
const LAST = numberOf(LobOptions, 'LAST_DATA')

/** A large value that a client reads. */
export interface StoredLob {
  /** What stands in the row: its lengths, its locator and its beginning. */
  readonly head: Buffer
}

interface Open {
  readonly type: TypeName
  readonly value: string | Buffer
}

/** Large values that one client reads in parts; of texts, positions and lengths count UTF-16 code units. */
export class Lobs {
  readonly #open = new Map<bigint, Open>()
  readonly #included: number

  /** @param included how much of a value goes into the row. */
  constructor(included: number) {
    this.#included = included
  }

  store(type: TypeName, value: string | Buffer): StoredLob {
    const locator = BigInt(this.#open.size + 1)
    this.#open.set(locator, { type, value })
    const { bytes, isLast } = part(value, 0, this.#included)
    const head = Buffer.alloc(32)
    head.writeUInt8(numberOf(LobSourceType, !isTextLob(type) ? 'BLOB' : type === 'CLOB' ? 'CLOB' : 'NCLOB'), 0)
    head.writeUInt8(INCLUDED | (isLast ? LAST : 0), 1)
    head.writeBigInt64LE(BigInt(typeof value === 'string' ? value.length : 0), 4)
    head.writeBigInt64LE(BigInt(typeof value === 'string' ? toCesu8(value).length : value.length), 12)
    head.writeBigInt64LE(locator, 20)
    head.writeInt32LE(bytes.length, 28)
    return { head: Buffer.concat([head, bytes]) }
  }

  /** The next part of a value. */
  read(request: Part | undefined): ReplyContent {
    const asked = request?.buffer ?? Buffer.alloc(24)
    const open = this.#open.get(asked.readBigInt64LE(0))
    const { bytes, isLast } = part(open?.value ?? '', Number(asked.readBigInt64LE(8)) - 1, asked.readInt32LE(16))
    const head = Buffer.alloc(16)
    asked.copy(head, 0, 0, 8)
    head.writeUInt8(INCLUDED | (isLast ? LAST : 0), 8)
    head.writeInt32LE(bytes.length, 9)
    return { kind: 'READ_LOB_REPLY', buffer: Buffer.concat([head, bytes]) }
  }
}

const part = (value: string | Buffer, start: number, length: number): { bytes: Buffer; isLast: boolean } => ({
  bytes:
    typeof value === 'string' ? toCesu8(value.slice(start, start + length)) : value.subarray(start, start + length),
  isLast: start + length >= value.length,
})

/** A large value that a client sends, until its last part is there. */
export class SentLob {
  readonly #isText: boolean
  readonly #parts: Buffer[] = []
  isComplete = false

  constructor(type: TypeName) {
    this.#isText = isTextLob(type)
  }

  add(bytes: Buffer, options: number): void {
    this.#parts.push(bytes)
    this.isComplete = (options & LAST) !== 0
  }

  get value(): string | Buffer {
    const bytes = Buffer.concat(this.#parts)
    return this.#isText ? fromCesu8(bytes) : bytes
  }
}
