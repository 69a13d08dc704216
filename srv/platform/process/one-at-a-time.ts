import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

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
