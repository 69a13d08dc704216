import cluster from 'node:cluster'
import { Server as NetServer } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Server, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import cds from '@sap/cds'

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
