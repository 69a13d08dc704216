import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Sending } from '../client.ts'

/** Statuses that come without a body. */
const WITHOUT_BODY: readonly number[] = [204, 304]

/** `fetch` of a server that listens at a socket of the file system. */
export const overSocket =
  (socketPath: string) =>
  (url: string, { method = 'GET', headers = {}, body }: Sending): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(url)
      const sent = request({ socketPath, method, path: pathname + search, headers: { Host: 'localhost', ...headers } })
      sent.once('error', reject).once('response', (response) => {
        const { statusCode: status = 0, headers: received } = response
        const told = Object.entries(received).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        const content = WITHOUT_BODY.includes(status)
          ? null
          : (Readable.toWeb(response) as unknown as ConstructorParameters<typeof Response>[0])
        resolve(new Response(content, { status, headers: Object.fromEntries(told) as Record<string, string> }))
      })
      if (body === undefined || typeof body === 'string') sent.end(body)
      else pipeline(Readable.fromWeb(body as ReadableStream), sent).catch(reject)
    })
