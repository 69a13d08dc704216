import { createRequire } from 'node:module'

type Receive = (error: unknown, reply?: unknown) => void

interface Connection {
  readonly _state?: object
  send(message: object, receive: Receive): void
  receive(bytes: Buffer, receive: Receive | undefined): void
  destroy(error: unknown): void
}

interface ExecuteTask {
  end(error: unknown): void
  receive?(error: unknown): void
}

/**
 * Keeps a failing connection from ending the process. `hdb` 2.30 throws out of its event handlers when a connection
 * closes while a statement with parameters is not yet sent or waits for its turn, and when the server cannot prove that
 * it is the right one.
 */
export const containFailures = (): void => {
  const load = createRequire(import.meta.url) // comes with @cap-js/hana, as the driver does
  const { prototype: connection } = load('hdb/lib/protocol/Connection.js') as { prototype: Connection }
  const { prototype: task } = load('hdb/lib/protocol/ExecuteTask.js') as { prototype: ExecuteTask }
  if (task.receive) return
  task.receive = function receiveInQueue(error) {
    this.end(error)
  }
  const { send, receive } = connection
  connection.send = function sendUnlessClosed(message, done) {
    if (this._state) send.call(this, message, done)
    else done(Object.assign(new Error('The connection is closed'), { code: 'EHDBCLOSE' }))
  }
  connection.receive = function receiveOrEnd(bytes, done) {
    try {
      receive.call(this, bytes, done)
    } catch (error) {
      this.destroy(error)
    }
  }
}
