import type { Socket } from 'node:net'
import { common, numberOf, type Part, Reply, ReplyPart } from './internals.ts'

const GREETING_BYTES = 14
const PACKET_HEADER_BYTES = 32
const SEGMENT_HEADER_BYTES = 24

/** One message of a client. */
export interface Request {
  /** The name of the driver's message type. */
  readonly type: string
  readonly isAutoCommit: boolean
  part(kind: string): Part | undefined
}

/** Cuts what arrives on a socket into the greeting, which it answers, and messages. */
export const readRequests = (socket: Socket, onRequest: (request: Request) => void): void => {
  let left: Buffer = Buffer.alloc(0)
  let hasGreeted = false
  socket.on('data', (chunk: Buffer) => {
    left = Buffer.concat([left, chunk])
    if (!hasGreeted && left.length >= GREETING_BYTES) {
      hasGreeted = true
      left = left.subarray(GREETING_BYTES)
      socket.write(Buffer.from([4, 20, 0, 4, 1, 0, 0, 0])) // product 4.20, protocol 4.1
    }
    while (hasGreeted && left.length >= PACKET_HEADER_BYTES) {
      const end = PACKET_HEADER_BYTES + left.readUInt32LE(12)
      if (left.length < end) return
      const segment = Buffer.from(left.subarray(PACKET_HEADER_BYTES, end))
      left = left.subarray(end)
      onRequest(readSegment(segment))
    }
  })
}

const readSegment = (segment: Buffer): Request => {
  const parts: Part[] = []
  let offset = SEGMENT_HEADER_BYTES
  for (let count = segment.readInt16LE(8); count > 0; count--) {
    const part = new ReplyPart(0, 0, 0, Buffer.alloc(0))
    offset = ReplyPart.read.call(part, segment, offset)
    parts.push(part)
  }
  const type = common.MessageTypeName[segment[13] ?? 0] ?? 'NIL'
  return {
    type,
    isAutoCommit: segment[14] === 1,
    part: (kind) => parts.find((each) => each.kind === numberOf(common.PartKind, kind)),
  }
}

/** A part of a reply. */
export interface ReplyContent {
  readonly kind: string
  readonly buffer: Buffer
  /** Number of things in it. */
  readonly count?: number
  readonly attributes?: number
}

/** Sends one message to a client. @param functionCode what kind of statement it answers, by the driver's name. */
export const sendReply = (
  socket: Socket,
  sessionId: number,
  functionCode: string,
  contents: readonly ReplyContent[],
  segmentKind: 'REPLY' | 'ERROR' = 'REPLY',
): void => {
  const reply = new Reply(numberOf(common.SegmentKind, segmentKind), numberOf(common.FunctionCode, functionCode))
  for (const { kind, attributes = 0, count = 1, buffer } of contents)
    reply.push(new ReplyPart(numberOf(common.PartKind, kind), attributes, count, buffer))
  const size = contents.reduce((sum, { buffer }) => sum + buffer.length + 32, 64)
  const segment = reply.toBuffer(size)
  const header = Buffer.alloc(PACKET_HEADER_BYTES)
  header.writeBigUInt64LE(BigInt(sessionId), 0)
  header.writeUInt32LE(segment.length, 12)
  header.writeUInt32LE(segment.length, 16)
  header.writeUInt16LE(1, 20)
  socket.write(Buffer.concat([header, segment]))
}
