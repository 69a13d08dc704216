import { AsyncResource } from 'node:async_hooks'
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Application } from 'express'
import cds from '@sap/cds'
import { turns } from '../guard/index.ts'
import { Connections } from './connections.ts'
import { connectionsWithin, openFileLimit } from './open-files.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import type { ProcessSettings } from './settings.ts'

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
