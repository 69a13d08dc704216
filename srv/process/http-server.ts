import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { Application } from 'express'
import type { ProcessSettings } from './settings.ts'

const LOOPBACK = '127.0.0.1'

/** Node looks for slow clients this often; its default of 30 s would let them stay that much longer. */
const CONNECTIONS_CHECK_MS = 1_000

/**
 * Makes `app.listen` open a server that listens on the configured address only, and that ends clients who are too slow,
 * too many, or send too much.
 *
 * @param onListen is given the server before it listens.
 * @param answerFirst is given each request; by default the application is.
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
      answerFirst,
    )
    server.maxConnections = settings.maxConnections
    onListen(server)
    return server.listen(port, settings.host ?? LOOPBACK)
  }
  Object.assign(app, { listen })
}
