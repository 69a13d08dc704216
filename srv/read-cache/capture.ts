import type { ServerResponse } from 'node:http'

/** What a service has sent. */
export interface Sent {
  /** Names and values in turn: those that were not there before the service began. */
  readonly headers: readonly (readonly [name: string, value: string | readonly string[]])[]
  readonly body: Buffer
  /** It was sent piece by piece. */
  readonly isStreamed: boolean
}

/** Headers that Node adds by itself, or that belong to one connection. */
const PER_REQUEST: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * Takes down what is sent, and sends it as it is.
 *
 * @param onSent called with a complete answer of status 200 that is not longer than so many bytes.
 */
export const capture = (res: ServerResponse, maxBytes: number, onSent: (sent: Sent) => void): void => {
  const before = new Map(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]))
  const write = res.write.bind(res) as (...args: unknown[]) => boolean
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse
  let chunks: Buffer[] | undefined = []
  let bytes = 0
  let isStreamed = false
  const take = (chunk: unknown, encoding: unknown): void => {
    if (!chunks || chunk === undefined || chunk === null || typeof chunk === 'function') return
    const piece =
      typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(chunk as Uint8Array)
    bytes += piece.byteLength
    if (bytes > maxBytes) chunks = undefined
    else chunks.push(piece)
  }
  res.write = ((chunk: unknown, ...rest: unknown[]) => {
    isStreamed = true
    take(chunk, rest[0])
    return write(chunk, ...rest)
  }) as typeof res.write
  res.end = ((chunk: unknown, ...rest: unknown[]) => {
    take(chunk, rest[0])
    Object.assign(res, { write, end })
    const sent = chunks
    // Headers that Node is given with the status are not told of.
    const headers = res.getHeaders()
    const isWhole = sent && res.statusCode === 200 && headers['set-cookie'] === undefined
    if (isWhole && isJson(headers['content-type']))
      onSent({ headers: own(headers, before), body: Buffer.concat(sent), isStreamed })
    return end(chunk, ...rest)
  }) as typeof res.end
}

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'

const isJson = (type: unknown): boolean => typeof type === 'string' && /^application\/(?:[\w.+-]*\+)?json\b/.test(type)

const own = (headers: ReturnType<ServerResponse['getHeaders']>, before: ReadonlyMap<string, string>): Sent['headers'] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || PER_REQUEST.has(name) || before.get(name) === String(value)
      ? []
      : [[name, Array.isArray(value) ? value : String(value)] as const],
  )
