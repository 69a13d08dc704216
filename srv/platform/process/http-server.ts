import { createServer, type RequestListener, type Server } from 'node:http'
import type { Application } from 'express'
import cds from '@sap/cds'
import { turns } from '../guard/index.ts'
import { Connections } from './connections.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { connectionsWithin, openFileLimit } from './open-files.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import type { ProcessSettings } from './settings.ts'

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
