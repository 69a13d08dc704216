import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certified } from '../self-signed.ts'
import { type Answering, type Canned, fromList } from './answers.ts'
import { Session } from './session.ts'

/** A server that speaks HANA's protocol with answers from a list. */
export interface HanaSocket {
  /** As a binding has them. */
  readonly credentials: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
  }
  /** Statements in the order of their execution, of all connections. */
  readonly log: readonly string[]
  /** The parameters of each of them, one list per row. */
  readonly parameters: readonly unknown[][][]
  /** In the order in which they connected, those that are gone too. */
  readonly sessions: readonly Session[]
  /** Number of connections that are open. */
  readonly openConnections: number
  stop(): Promise<void>
}

export interface HanaSocketOptions {
  readonly answers?: readonly Canned[] | Answering
  /** With TLS, as HANA Cloud. */
  readonly certificate?: Certified
  readonly rowsPerMessage?: number
  readonly lobInRow?: number
  /** Does not know the password, and lets everybody in. */
  readonly isImpostor?: boolean
  /** Takes connections and says nothing. */
  readonly isMute?: boolean
  /** Takes limits for the time of statements; it does unless told otherwise. */
  readonly hasTimeLimits?: boolean
}

const PASSWORD = 'Pässword1'

/** Starts it on a free port of this machine. */
export const startHanaSocket = async (options: HanaSocketOptions = {}): Promise<HanaSocket> => {
  const {
    answers = [],
    certificate,
    rowsPerMessage = 50,
    lobInRow = 1_024,
    isMute = false,
    isImpostor = false,
    hasTimeLimits = true,
  } = options
  const log: string[] = []
  const parameters: unknown[][][] = []
  const sessions: Session[] = []
  const sockets = new Set<Socket>()
  const answering = typeof answers === 'function' ? answers : fromList(answers)
  const serve = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (isMute) {
      socket.on('error', () => undefined).resume()
      return
    }
    const id = 200_001 + sessions.length
    sessions.push(
      new Session(socket, {
        ...{ id, password: PASSWORD, isImpostor, answering, rowsPerMessage, lobInRow, hasTimeLimits },
        onStatement: (sql, rows) => {
          log.push(sql)
          parameters.push(rows)
        },
        cancel: (other) => {
          const session = sessions.find((each) => each.id === other)
          session?.cancel()
          return session ? undefined : { code: 2, message: 'no such session' }
        },
      }),
    )
  }
  const server = certificate ? createTlsServer(certificate, serve) : createPlainServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    credentials: { host: certificate ? 'localhost' : '127.0.0.1', port, user: 'SAGA', password: PASSWORD },
    ...{ log, parameters, sessions },
    get openConnections() {
      return sockets.size
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        for (const socket of sockets) socket.destroy()
      }),
  }
}
