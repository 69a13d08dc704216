import type { Server } from 'node:http'
import type { Application, RequestHandler } from 'express'
import cds from '@sap/cds'
import type { ProcessSettings } from './settings.ts'

const LOG = cds.log('process')
const POLL_MS = 20

/** Whether the server still takes work, and how much it has. */
export class Lifecycle {
  #isDraining = false
  #inFlight = 0
  readonly #settings: ProcessSettings

  constructor(settings: ProcessSettings) {
    this.#settings = settings
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Counts requests under way, and tells clients of a stopping server to go elsewhere for the next one. */
  track(app: Application): void {
    const count: RequestHandler = (_request, response, next) => {
      if (this.#isDraining) response.set('Connection', 'close')
      this.#inFlight++
      response.once('close', () => {
        this.#inFlight--
      })
      next()
    }
    app.use(count)
  }

  /**
   * Takes over from CAP, which would close the database under requests that still use it: on a signal the server first
   * stops listening, then requests under way finish, then CAP shuts down. On a fault of our own the same happens, and
   * the process ends with code 1.
   */
  handleSignals(server: Server): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.removeAllListeners(signal)
      process.once(signal, () => void this.stop(server, 0))
    }
    for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
      process.removeAllListeners(fault)
      process.on(fault, (error: unknown) => {
        LOG.error(fault, error)
        if (!this.#isDraining) void this.stop(server, 1)
      })
    }
  }

  async stop(server: Server, exitCode: number): Promise<void> {
    this.#isDraining = true
    const deadline = Date.now() + this.#settings.drainTimeoutMs
    server.close()
    server.closeIdleConnections()
    while (this.#inFlight > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (this.#inFlight > 0) LOG.warn(`stopping with ${String(this.#inFlight)} requests unfinished`)
    process.exitCode = exitCode
    await (cds as unknown as { shutdown(): Promise<void> }).shutdown()
  }
}
