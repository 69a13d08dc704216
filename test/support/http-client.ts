import { type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly trailers: NodeJS.Dict<string>
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; throws for other bodies. */
  readonly json: Record<string, unknown>
}

export interface WireRequest {
  readonly method?: string
  /** Sent as it is: nothing is normalised or encoded. */
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>
  readonly signal?: AbortSignal
}

/** Sends one request on a connection of its own. Rejects when the connection breaks before the answer is complete. */
export const send = (port: number, { method = 'GET', path, headers, body, signal }: WireRequest): Promise<WireAnswer> =>
  new Promise((resolve, reject) => {
    const isStream = typeof body === 'object' && Symbol.asyncIterator in body
    // Without a length Node sends the body of a GET unframed, as if it were a second request.
    const length = body === undefined || isStream ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { host: '127.0.0.1', port, method, path, headers: { ...length, ...headers }, agent: false, signal }
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString()
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          trailers: incoming.trailers,
          bytes,
          text,
          get json() {
            return JSON.parse(text) as Record<string, unknown>
          },
        })
      })
    })
    outgoing.on('error', reject)
    if (isStream) void writeAll(outgoing, body)
    else outgoing.end(body)
  })

const writeAll = async (outgoing: ReturnType<typeof request>, body: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const chunk of body) {
    if (outgoing.destroyed) return
    if (!outgoing.write(chunk)) await new Promise((resolve) => outgoing.once('drain', resolve).once('close', resolve))
  }
  outgoing.end()
}
