import type { ServerResponse } from 'node:http'
import { AsyncResource } from 'node:async_hooks'
import { readLimits } from './limits.ts'

/**
 * The memory of all answers that are being made, or that their clients have not taken yet: one budget over all requests.
 * What an answer has taken is free again when it has been sent, or its client has gone.
 */
export class AnswerMemory {
  readonly #maxBytes: number
  #bytes = 0
  readonly #taken = new WeakMap<ServerResponse, number>()
  /** How many answers send the same bytes. */
  readonly #shared = new Map<Uint8Array, number>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes
  }

  /** Whether so many more fit in. One answer always does, where there is no other. */
  hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#maxBytes
  }

  /** Whether an answer may become that large, with what it has taken so far. */
  mayTake(res: ServerResponse, bytes: number): boolean {
    const others = this.#bytes - (this.#taken.get(res) ?? 0)
    return others === 0 || others + bytes <= this.#maxBytes
  }

  holds(res: ServerResponse): boolean {
    return this.#taken.has(res)
  }

  /** Takes memory for an answer on top of what it has. */
  add(res: ServerResponse, bytes: number): void {
    this.take(res, (this.#taken.get(res) ?? 0) + bytes)
  }

  /** Takes that much memory for an answer, in place of what it has. */
  take(res: ServerResponse, bytes: number): void {
    if (res.closed) return
    const before = this.#taken.get(res)
    this.#taken.set(res, bytes)
    this.#bytes += bytes - (before ?? 0)
    if (before === undefined)
      res.once('close', () => {
        this.#bytes -= this.#taken.get(res) ?? 0
        this.#taken.delete(res)
      })
  }

  /** Whether an answer may send bytes that are kept for many: they count once. */
  mayShare(body: Uint8Array): boolean {
    return this.#shared.has(body) || this.hasRoom(body.byteLength)
  }

  share(res: ServerResponse, body: Uint8Array): void {
    if (res.closed) return
    const others = this.#shared.get(body) ?? 0
    if (others === 0) this.#bytes += body.byteLength
    this.#shared.set(body, others + 1)
    res.once('close', () => {
      const left = (this.#shared.get(body) ?? 1) - 1
      if (left > 0) this.#shared.set(body, left)
      else {
        this.#shared.delete(body)
        this.#bytes -= body.byteLength
      }
    })
  }
}

/** What is told where there is no room: the same request may succeed in a moment. */
export const TOO_MUCH_UNDER_WAY = {
  code: 'TOO_MUCH_UNDER_WAY',
  message: 'The answers under way take all the memory that there is for them. Try again later.',
}

let memory: AnswerMemory | undefined

/** That of this process. */
export const answerMemory = (): AnswerMemory => (memory ??= new AnswerMemory(readLimits().answerBytes))

/** How much begins in one turn of the event loop. */
const PER_TURN = 8
/** For how long work waits for connections that keep coming. */
const PATIENCE_MS = 50

/**
 * Spreads work over the turns of the event loop, which takes in one new connection in each of them: work waits while
 * connections come in. So however many clients come at once with however much to do, those behind them are heard, and
 * whatever is answered at once, such as a probe of the server's health, is answered soon.
 */
export class Turns {
  readonly #perTurn: number
  readonly #waiting: (() => void)[] = []
  #begun = 0
  #noisySinceMs: number | undefined
  #isNoisy = false
  #isScheduled = false

  constructor(perTurn: number = PER_TURN) {
    this.#perTurn = perTurn
  }

  /** Begins at once where nothing speaks against it. */
  begin(work: () => void): void {
    if (this.#isNoisy || this.#waiting.length > 0 || this.#begun >= this.#perTurn) {
      // It stays the work of its own request, whoever's turn it is when it begins.
      this.#waiting.push(AsyncResource.bind(work))
      this.#schedule()
      return
    }
    this.#begun++
    this.#schedule()
    work()
  }

  /** Begins when the event loop has turned, and so told what has come meanwhile. */
  beginLater(work: () => void): void {
    this.#isNoisy = true
    this.begin(work)
  }

  /** To be told of each new connection. */
  connected(): void {
    this.#isNoisy = true
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#isScheduled = false
    this.#begun = 0
    const now = performance.now()
    const mustWait = this.#isNoisy && now - (this.#noisySinceMs ??= now) < PATIENCE_MS
    this.#isNoisy = false
    if (mustWait) return this.#schedule()
    this.#noisySinceMs = undefined
    const due = this.#waiting.splice(0, this.#perTurn)
    this.#begun = due.length
    if (this.#begun > 0) this.#schedule()
    for (const work of due) work()
  }
}

/** Those of this process. */
export const turns = new Turns()
