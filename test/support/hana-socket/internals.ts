/** What `hdb` ships for the reading side of its protocol, and the server here uses for the writing side. */
import { createRequire } from 'node:module'

/** One part of a segment as the driver reads it. */
export interface Part {
  readonly kind: number
  readonly attributes: number
  readonly argumentCount: number
  readonly buffer?: Buffer
}

/** A setting in a part that lists settings; `type` is a code of `TypeCode`. */
export interface Option {
  readonly name: number
  readonly type: number
  readonly value: unknown
}

export interface ReplySegment {
  push(part: Part): void
  toBuffer(size: number): Buffer
}

interface Codec<Content> {
  read(part: Partial<Part>): Content
  write(part: object, content: Content): { readonly argumentCount: number; readonly buffer: Buffer }
}

type Codes = Readonly<Record<string, number>>

interface Common {
  readonly ConnectOption: Codes
  readonly FunctionCode: Codes
  readonly IoType: Codes
  readonly LobOptions: Codes
  readonly LobSourceType: Codes
  readonly MessageType: Codes
  readonly MessageTypeName: Readonly<Record<number, string>>
  readonly PartAttributes: Codes
  readonly PartKind: Codes
  readonly SegmentKind: Codes
  readonly TransactionFlag: Codes
  readonly TypeCode: Codes
}

/** Reads values of results; one of parameters has the code of its type where a result has its mark for null. */
export interface ValueReader {
  offset: number
  readTinyInt(): number | null
  readSmallInt(): number | null
  readInt(): number | null
  readBigInt(): number | string | null
  readDouble(): number | null
  readFloat(): number | null
  readString(): string | null
  readBinary(): Buffer | null
  readBoolean(): boolean | null
  readDecimal(fraction: number): string | null
  readFixed16(fraction: number): string | null
  readLongDate(): string | null
  readSecondDate(): string | null
  readDayDate(): string | null
  readSecondTime(): string | null
}

interface ValueWriter {
  readonly _buffers: readonly Buffer[]
}

const require = createRequire(import.meta.url)
const load = (name: string): unknown => require(`hdb/lib/protocol/${name}`)

export const common = load('common') as Common
export const { Part: ReplyPart, Segment: Reply } = load('reply') as {
  Part: (new (kind: number, attributes: number, argumentCount: number, buffer: Buffer) => Part) & {
    read(this: Part, buffer: Buffer, offset: number): number
  }
  Segment: new (kind: number, functionCode: number) => ReplySegment
}
const { data } = { data: load('data') as Readonly<Record<number, unknown>> }

/** How the driver reads and writes the content of a kind of part. */
export const codec = <Content>(kind: string): Codec<Content> => data[common.PartKind[kind] ?? 0] as Codec<Content>

export const { Reader } = { Reader: load('Reader') } as {
  Reader: new (buffer: Buffer, lobs: undefined, options: { useCesu8: boolean }) => ValueReader
}
export const { Writer } = { Writer: load('Writer') } as {
  Writer: {
    create(
      parameters: { types: number[]; values: unknown[]; fractions: number[]; lengths: number[] },
      options: { useCesu8: boolean },
    ): ValueWriter
  }
}
const { encode, decode } = require('hdb/lib/util/convert') as {
  encode(text: string, useCesu8: true): Buffer
  decode(bytes: Buffer, useCesu8: true): string
}

/** HANA's own spelling of texts: UTF-8 of each half of a surrogate pair. */
export const toCesu8 = (text: string): Buffer => encode(text, true)
export const fromCesu8 = (bytes: Buffer): string => decode(bytes, true)

/** The number of a name in one of the driver's tables. @throws Error when the driver does not know it. */
export const numberOf = (table: Codes, name: string): number => {
  const number = table[name]
  if (number === undefined) throw new Error(`hdb knows no ${name}`)
  return number
}
