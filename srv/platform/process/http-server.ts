import { AsyncResource } from 'node:async_hooks'
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { readFileSync } from 'node:fs'
import type { Application } from 'express'
import cds from '@sap/cds'
import { turns } from '../guard/index.ts'
import { refuseUnreadable, currentAnswer } from './refuse-unreadable.ts'
import type { ProcessSettings } from './settings.ts'

/** For everything but clients: the databases, threads, logs and what Node has open by itself. */
const OTHER_FILES = 96
/** A connection, and a file that is sent over it. */
const PER_CONNECTION = 2

/** How many files this process may have open; undefined where the system does not tell, or sets no limit. */
export const openFileLimit = (): number | undefined => {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** How many connections there is room for, so that the server can go on with all of them busy. */
export const connectionsWithin = (files: number | undefined, most: number): number =>
  files === undefined ? most : Math.min(most, Math.max(1, Math.floor((files - OTHER_FILES) / PER_CONNECTION)))

/**
 * Hands over the requests of a connection one after the other: Node would hand over all that a client has sent, and tells
 * those whose turn has not come nothing when the client leaves. Here they are never begun then.
 *
 * @param mostWaiting requests on one connection; one that sends more is ended.
 */
export const oneAtATime = (listener: RequestListener, mostWaiting: number): RequestListener => {
  const waiting = new WeakMap<Socket, number>()
  const wait = (req: IncomingMessage, res: ServerResponse): void => {
    const { socket } = req
    const count = (waiting.get(socket) ?? 0) + 1
    if (count > mostWaiting || socket.destroyed) return void socket.destroy()
    waiting.set(socket, count)
    // It is given the connection when the answer before it has been sent.
    const begin = AsyncResource.bind(() => {
      if (!socket.destroyed) listener(req, res)
    })
    res.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      // Others get their turn in between.
      setImmediate(begin)
    })
  }
  return (req, res) => {
    if (res.socket) listener(req, res)
    else wait(req, res)
  }
}

export const LOOPBACK = '127.0.0.1'

/** Node looks for slow clients this often, and so do we; its default of 30 s would let them stay that much longer. */
const CONNECTIONS_CHECK_MS = 1_000

/**
 * Makes `app.listen` open a server that listens on the configured address only, and that ends clients who are too slow,
 * too many, or send too much.
 *
 * @param onListen is given the server before it listens.
 * @param answerFirst is given each request when those before it on its connection are answered; by default the
 * application is.
 */
export const guardListening = (
  app: Application,
  settings: ProcessSettings,
  onListen: (server: Server) => void,
  answerFirst: RequestListener = app,
): void => {
  const listen = (port: number): Server => {
    const server = createServer(
      {
        headersTimeout: settings.headersTimeoutMs,
        requestTimeout: settings.requestTimeoutMs,
        maxHeaderSize: settings.maxHeaderBytes,
        connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      },
      oneAtATime(answerFirst, settings.pipelinedRequests),
    )
    refuseUnreadable(server)
    watchConnections(server, settings)
    onListen(server)
    return server.listen(port, settings.host ?? LOOPBACK)
  }
  Object.assign(app, { listen })
}

const watchConnections = (server: Server, { maxConnections, stallTimeoutMs }: ProcessSettings): void => {
  const most = connectionsWithin(openFileLimit(), maxConnections)
  if (most < maxConnections)
    cds.log('process').warn(`there may be ${most} connections instead of ${maxConnections}: few files may be open`)
  const connections = new Connections(most, stallTimeoutMs)
  server.on('connection', (socket) => {
    connections.add(socket)
    turns.connected()
  })
  const check = (): void => connections.endStalled()
  const timer = setInterval(check, Math.min(CONNECTIONS_CHECK_MS, stallTimeoutMs)).unref()
  server.once('close', () => clearInterval(timer))
}

/** What a client has to take in the time that it is given: whoever takes a byte now and then is no reader either. */
const LEAST_BYTES = 65_536

/** How far the client of a connection has come. */
interface Progress {
  /** Bytes that the system had taken from this process when it was last good enough. */
  taken: number
  /** When that was, by `performance.now()`; undefined while nothing waits for the client. */
  since: number | undefined
}

/** Node's own side of a connection: it alone knows how much of a large piece the system has taken. */
interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
}

/** The open connections: those whose clients do not take their answers are ended, and give way to others. */
export class Connections {
  readonly #open = new Map<Socket, Progress>()
  readonly #stalled = new Set<Socket>()
  readonly #most: number
  readonly #stallTimeoutMs: number

  constructor(most: number, stallTimeoutMs: number) {
    this.#most = most
    this.#stallTimeoutMs = stallTimeoutMs
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * Takes a new connection in. Where there are too many, one that waits for its client goes: first one whose client does
   * not read, then the oldest without a request. If all are busy the new one goes.
   */
  add(socket: Socket): void {
    if (this.#open.size >= this.#most) this.#end(this.#evictable() ?? socket)
    if (socket.destroyed) return
    this.#open.set(socket, { taken: 0, since: undefined })
    socket.once('close', () => this.#forget(socket))
  }

  /** Ends those whose clients have taken nothing, or next to nothing, for too long. To be called every second or so. */
  endStalled(now: number = performance.now()): void {
    for (const [socket, progress] of this.#open) {
      if (socket.writableLength === 0) {
        if (progress.since === undefined) continue
        progress.since = undefined
        this.#stalled.delete(socket)
        continue
      }
      const taken = takenFrom(socket)
      if (progress.since === undefined || taken - progress.taken >= LEAST_BYTES) {
        progress.taken = taken
        progress.since = now
        this.#stalled.delete(socket)
      } else if (now - progress.since >= this.#stallTimeoutMs) this.#end(socket)
      else this.#stalled.add(socket)
    }
  }

  #evictable(): Socket | undefined {
    const [stalled] = this.#stalled
    if (stalled) return stalled
    for (const socket of this.#open.keys()) if (!currentAnswer(socket)) return socket
    return undefined
  }

  #end(socket: Socket): void {
    this.#forget(socket)
    socket.destroy()
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket)
    this.#stalled.delete(socket)
  }
}

const takenFrom = (socket: Socket): number => {
  const { _handle: handle } = socket as unknown as { _handle: Handle | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
