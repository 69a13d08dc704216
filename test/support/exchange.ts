/** Requests as they stand, over HTTP and over bare sockets: `fetch` would mend or refuse some of them. */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { HostileRequest } from './hostile-requests.ts'

/** What came back. `status` is 0 where the connection was closed without an answer. */
export interface Reply {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly milliseconds: number
}

/** How long anything may take. */
export const PATIENCE_MS = 5_000

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

const sendRaw = (url: URL, text: string): Promise<Omit<Reply, 'milliseconds'>> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    socket.on('error', () => undefined)
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy()
      reject(new Error('the connection stays open'))
    })
    socket.on('close', () => {
      const [head = ''] = answer.split('\r\n\r\n', 1)
      const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
      // The first answer of several that may have come.
      const body = answer.slice(head.length + 4, head.length + 4 + Number(header('content-length')))
      resolve({ status, type: header('content-type'), text: body })
    })
    socket.end(text, 'latin1')
  })

const sendHttp = (url: URL, { method = 'GET', path = '', headers, body }: HostileRequest) =>
  new Promise<Omit<Reply, 'milliseconds'>>((resolve, reject) => {
    const length =
      body === undefined || headers?.['transfer-encoding'] ? {} : { 'content-length': Buffer.byteLength(body) }
    const { hostname, port } = url
    const options = {
      agent,
      hostname,
      port,
      method,
      path: path.replaceAll(' ', '%20'),
      headers: { ...length, ...headers },
    }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response
        resolve({ status: statusCode, type: received['content-type'] ?? '', text: Buffer.concat(chunks).toString() })
      })
    })
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error('no answer in time')))
    // A server that refuses a body may close while it is still being sent.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'ECONNRESET') resolve({ status: 0, type: '', text: '' })
      else reject(error)
    })
    sent.end(body)
  })

/** Sends a request; its path is below `root` unless it begins with a slash. Rejects where no answer comes in time. */
export const exchange = async (base: string, root: string, hostile: HostileRequest): Promise<Reply> => {
  const started = performance.now()
  const { raw, path = '' } = hostile
  const url = new URL(base)
  const full = path.startsWith('/') ? path : `${root}/${path}`
  const reply = await (raw === undefined ? sendHttp(url, { ...hostile, path: full }) : sendRaw(url, raw))
  return { ...reply, milliseconds: performance.now() - started }
}
