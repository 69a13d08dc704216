/** A cable between a server and its database that can be cut. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Ends all connections, and refuses new ones. */
  cut(): Promise<void>
  /** Keeps all connections, and lets nothing through. */
  clog(): void
  /** Lets connections through again. */
  mend(): Promise<void>
  stop(): Promise<void>
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isClogged = false
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1')
    const pair = [socket, onward] as const
    for (const [from, to] of [pair, [onward, socket] as const]) {
      sockets.add(from)
      from.on('data', (data) => {
        if (!isClogged) to.write(data)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const open = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await open(0)
  return {
    port,
    cut,
    clog: () => {
      isClogged = true
    },
    mend: async () => {
      isClogged = false
      if (!server.listening) await open(port)
    },
    stop: async () => {
      if (server.listening) await cut()
    },
  }
}
