import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'

/** The answer that a connection sends now, or that is being made for it; Node keeps it there, and has no other name for it. */
export const currentAnswer = (socket: Duplex): ServerResponse | undefined =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined

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
