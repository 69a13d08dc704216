/**
 * A client of its own process, thin enough to keep a server busy from the other core: raw sockets, one request under way
 * on each. Started as `node http-load.ts <job as JSON>`; prints the outcome as JSON.
 */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** One request; `$ID` in path and body is an id that is new in each round. */
export interface Step {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Job {
  readonly port: number
  readonly connections: number
  readonly milliseconds: number
  /** Sent in turn, again and again. */
  readonly steps: readonly Step[]
}

export interface Outcome {
  readonly requestsPerSecond: number
  readonly medianMs: number
  readonly p99Ms: number
  /** Of the last answer. */
  readonly bodyBytes: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

const textOf = ({ method, path, headers, body }: Step): string => {
  const content = body === undefined ? '' : JSON.stringify(body)
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(content)),
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  // An id is as long as another: the placeholder is of that length, so that Content-Length holds.
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`
}

/** Stands for `$ID` until a request is sent. */
const PLACEHOLDER = '00000000-0000-4000-8000-placeholder0'

const run = (job: Job): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const steps = job.steps.map((step) =>
      textOf(JSON.parse(JSON.stringify(step).replaceAll('$ID', PLACEHOLDER)) as Step),
    )
    const isFixed = steps.length === 1 && !steps[0]?.includes(PLACEHOLDER)
    const fixed = Buffer.from(steps[0] ?? '')
    const times: number[] = []
    const sockets: Socket[] = []
    let bodyBytes = 0
    const start = performance.now()
    const end = start + job.milliseconds

    const serve = (socket: Socket): void => {
      let step = -1
      let id = ''
      let sent = 0
      let buffered: Buffer | undefined
      let expected = -1
      const next = (): void => {
        step = (step + 1) % steps.length
        if (step === 0 && !isFixed) id = randomUUID()
        expected = -1
        sent = performance.now()
        socket.write(isFixed ? fixed : (steps[step] ?? '').replaceAll(PLACEHOLDER, id))
      }
      const done = (): void => {
        const now = performance.now()
        times.push(now - sent)
        if (now < end) next()
        else {
          socket.destroy()
          sockets.splice(sockets.indexOf(socket), 1)
          if (sockets.length === 0) resolve(outcome(times, bodyBytes, now - start))
        }
      }
      socket.setNoDelay(true)
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        buffered = buffered ? Buffer.concat([buffered, chunk]) : chunk
        if (expected < 0) {
          const headEnd = buffered.indexOf(HEAD_END)
          if (headEnd < 0) return
          const head = buffered.toString('latin1', 0, headEnd)
          if (head[9] !== '2') {
            reject(new Error(`${String(steps[step])}\n${buffered.toString()}`))
            return
          }
          bodyBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
          expected = headEnd + 4 + bodyBytes
        }
        if (buffered.length < expected) return
        buffered = undefined
        done()
      })
    }
    for (let count = 0; count < job.connections; count++) {
      const socket = connect(job.port, '127.0.0.1')
      sockets.push(socket)
      serve(socket)
    }
  })

const outcome = (times: number[], bodyBytes: number, milliseconds: number): Outcome => {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN
  return { requestsPerSecond: (times.length / milliseconds) * 1_000, medianMs: at(0.5), p99Ms: at(0.99), bodyBytes }
}

console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '') as Job)))
