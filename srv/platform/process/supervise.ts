/** How the process listens, what it works on, how it stops. Over 200 lines: each of them has to know of the others. */
import type { IncomingMessage, ServerResponse, Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import cluster from 'node:cluster'
import { Server as NetServer } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Application, RequestHandler } from 'express'
import cds from '@sap/cds'
import {
  TOO_MUCH_UNDER_WAY,
  answerMemory,
  sendPlainError,
  Refusal,
  anyHost,
  checkHost,
  followHostRule,
  isLoopback,
  isProbe,
  onlyHosts,
  readHosts,
  turns,
} from '../guard/index.ts'
import { LOOPBACK, guardListening } from './http-server.ts'
import { formatLogs, logAnswer, logRequests } from './log.ts'
import { readSettings } from './settings.ts'

/**
 * Keeps the server running when the reader of its log is gone. Each write to a closed pipe fails with an event that
 * would end the process if nobody listened, or keep it busy, since a failure is logged too.
 */
const ignoreLogErrors = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** V8's own. */
const GROWTH = 2

/** Lets the young generation of V8 grow as usual once the server listens; `srv/server.js` has kept it small until then. */
const growWhenListening = (): void => {
  cds.once('listening', () => setFlagsFromString(`--semi-space-growth-factor=${GROWTH}`))
}

/** Answers of this size are small: they are sent whatever else is under way. */
const SMALL_BYTES = 65_536

/**
 * Counts what an answer takes until its client has it, and answers a read with 503 instead where there is no room for it.
 * What was written stays written, so that writes are answered in any case. Answers that are sent piece by piece wait for
 * their clients by themselves.
 */
export const boundAnswer = (req: IncomingMessage, res: ServerResponse): void => {
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse
  const isRead = req.method === 'GET'
  const endWithin = (chunk?: unknown, ...rest: unknown[]): ServerResponse => {
    Object.assign(res, { end })
    const bytes = sizeOf(chunk)
    const memory = answerMemory()
    if (isRead && bytes > SMALL_BYTES && !res.headersSent && !memory.mayTake(res, bytes)) {
      memory.take(res, 0)
      sendPlainError(req, res, 503, TOO_MUCH_UNDER_WAY)
      return res
    }
    if (bytes > SMALL_BYTES || memory.holds(res)) memory.take(res, bytes)
    return end(chunk, ...rest)
  }
  Object.assign(res, { end: endWithin })
}

/** Of a text about: it has a byte for each character at least. */
const sizeOf = (chunk: unknown): number =>
  typeof chunk === 'string' ? chunk.length : chunk instanceof Uint8Array ? chunk.byteLength : 0

/** Who answers requests before anything else that is mounted, unless the server is stopping. */
interface QuickAnswers {
  /** What their paths begin with, such as `/odata/`. */
  readonly below: string
  /** Answers a request at once, or leaves it alone. @returns whether it was answered. */
  readonly answer: (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>
  /** Told of each request that was. */
  readonly answered: (req: IncomingMessage, res: ServerResponse) => void
}

/**
 * Watches over the process: how it listens, what it works on, how it stops. To be called
 * before the server starts, and before anything is mounted.
 */
export const supervise = (quick?: QuickAnswers): Lifecycle => {
  const settings = readSettings()
  const { profiles } = cds.env as unknown as { profiles: readonly string[] }
  const isProduction = profiles.includes('production')
  const lifecycle = new Lifecycle(settings.drainTimeoutMs)
  const names = readHosts()
  const own = onlyHosts(names)
  const isLocal = isLoopback(settings.host ?? LOOPBACK)
  // Wherever it listens, names that are listed are all that there are for who comes by a proxy.
  const forwarded = isLocal || names.length > 0 ? own : anyHost
  followHostRule(isLocal ? own : anyHost, own, settings.trustedProxies > 0 ? forwarded : undefined)
  growWhenListening()
  ignoreLogErrors()
  formatLogs()
  cds.on('bootstrap', (app: Application) => {
    if (settings.trustedProxies > 0) app.set('trust proxy', settings.trustedProxies)
    app.use(lifecycle.track, logRequests(isProduction))
    const onListen = (server: Server): void => lifecycle.handleSignals(server)
    guardListening(app, settings, onListen, (req, res) => {
      const started = performance.now()
      const finish = (isAnswered: boolean): void => {
        if (!isAnswered) {
          boundAnswer(req, res)
          // Whether the server lives is told whatever else there is to do.
          if (isProbe(req.url ?? '')) return void app(req, res)
          turns.begin(() => {
            if (!req.socket.destroyed) app(req, res)
          })
          return
        }
        // As a rule all has been sent by now.
        if (res.socket?.writableLength) lifecycle.keep(res)
        logAnswer(req, res, started)
        quick?.answered(req, res)
      }
      const answered = isRefused(req, res) || (!lifecycle.isDraining && isBelow(quick, req) && quick.answer(req, res))
      if (typeof answered === 'object') void answered.then(finish)
      else finish(answered)
    })
  })
  return lifecycle
}

const isBelow = (quick: QuickAnswers | undefined, { url = '' }: IncomingMessage): quick is QuickAnswers =>
  quick !== undefined && url.startsWith(quick.below)

const isRefused = (req: IncomingMessage, res: ServerResponse): boolean => {
  try {
    checkHost(req)
    return false
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendPlainError(req, res, error.status, error)
    return true
  }
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const FAULTS = ['uncaughtException', 'unhandledRejection'] as const

const POLL_MS = 20
/** The server waits for so long without a request: one that was sent before the stop has arrived by then. */
const ARRIVAL_MS = 200
/** For CAP to close what is open, when nothing uses it any more. */
const SHUTDOWN_MS = 2_000

/** Streams of events end when the server ends, not by themselves. */
const isEventStream = (response: ServerResponse): boolean =>
  /^text\/event-stream/i.test(String(response.getHeader('content-type') ?? ''))

/** Whether the server still takes work, and what it works on. */
export class Lifecycle {
  #isDraining = false
  #lastBusyMs = 0
  readonly #underWay = new Set<ServerResponse>()
  readonly #drainTimeoutMs: number

  constructor(drainTimeoutMs: number) {
    this.#drainTimeoutMs = drainTimeoutMs
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Keeps the requests under way, and tells clients of a stopping server to go elsewhere for the next one. */
  readonly track: RequestHandler = (_req, res, next) => {
    if (this.#isDraining) res.set('Connection', 'close')
    this.keep(res)
    next()
  }

  /** Keeps a request under way until its answer has been sent. */
  keep(res: ServerResponse): void {
    if (res.writableFinished) return
    this.#underWay.add(res)
    res.once('close', () => {
      this.#underWay.delete(res)
      this.#lastBusyMs = performance.now()
    })
  }

  /**
   * Takes signals over from CAP, which would close the database under requests that still use it. On a fault that
   * nobody has caught the server stops as well, with exit code 1. To be called before CAP sets its own handlers.
   */
  handleSignals(server: Server): void {
    const ours = new Map(STOP_SIGNALS.map((signal) => [signal, process.listeners(signal)]))
    cds.once('listening', () => {
      for (const [signal, before] of ours) {
        const fromCap = process.listeners(signal).filter((listener) => !before.includes(listener))
        // First ours, then none of CAP's: without any a signal could get lost. A second one ends the process at once,
        // but for a worker, which may hear of the first one twice.
        process[cluster.isWorker ? 'on' : 'once'](signal, () => void this.stop(server))
        for (const listener of fromCap) process.removeListener(signal, listener)
      }
    })
    for (const fault of FAULTS)
      process.on(fault, (error: unknown) => {
        cds.log('process').error(fault, error)
        process.exitCode = 1
        void this.stop(server)
      })
  }

  /** Takes no new connections, lets the requests under way finish, lets CAP close what is open, and ends the process. */
  async stop(server: Server): Promise<void> {
    if (this.#isDraining) return
    this.#isDraining = true
    // The close of HTTP servers would also end connections whose next request is on its way.
    NetServer.prototype.close.call(server)
    const deadline = performance.now() + this.#drainTimeoutMs
    this.#lastBusyMs = performance.now()
    while (!this.#isQuiet() && performance.now() < deadline) {
      await setTimeout(POLL_MS)
      // A process that was held up looks at its clock before it looks at what has arrived.
      await setImmediate()
    }
    if (this.#isBusy()) cds.log('process').warn('stopping with unfinished requests:', this.#underWay.size)
    server.closeAllConnections()
    const { shutdown } = cds as unknown as { shutdown: () => Promise<void> }
    await Promise.race([shutdown(), setTimeout(SHUTDOWN_MS)])
    process.exit()
  }

  #isQuiet(): boolean {
    return !this.#isBusy() && performance.now() - this.#lastBusyMs > ARRIVAL_MS
  }

  #isBusy(): boolean {
    return [...this.#underWay].some((response) => !isEventStream(response))
  }
}
