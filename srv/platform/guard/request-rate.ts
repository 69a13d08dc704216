import { AsyncResource } from 'node:async_hooks'
import { ipKeyGenerator } from 'express-rate-limit'
import cds from '@sap/cds'
import type { Request, RequestHandler } from 'express'

/** What a proxy tells need not be an address: it is kept as a key. */
const LONGEST = 64

/** The network that a client is counted under: an IPv4 address, or the /56 of an IPv6 address, of which one client has many. */
export const networkOf = (address = 'unknown'): string =>
  // To look at an address closely takes longer than all else that a request is counted by.
  (address.includes(':') ? ipKeyGenerator(address.slice(0, LONGEST)) : address).slice(0, LONGEST)

const WINDOW_MS = 60_000
/** Whoever came first makes room beyond that: addresses can be made up. */
const MOST_CALLERS = 50_000

/** Counts the requests of a caller: a user, or the network that an anonymous request comes from. */
const callerOf = (req: Request): string => {
  const user = cds.context?.user
  if (user?.is('identified-user') && user.id) return `user ${user.id}`
  return `from ${networkOf(req.ip)}`
}

/**
 * Makes a handler that lets a caller make so many requests in a minute, and passes the status 429 to `next` beyond that.
 *
 * The answer then has a `Retry-After`. Counts are kept in this process.
 */
export const limitRequestRate = (requestsPerMinute: number): RequestHandler => {
  const windows = new ExpiringMap<{ requests: number }>(WINDOW_MS, MOST_CALLERS)
  return (req, res, next) => {
    const caller = callerOf(req)
    let window = windows.get(caller)
    if (!window) windows.set(caller, (window = { requests: 0 }))
    if (++window.requests <= requestsPerMinute) return next()
    res.set('Retry-After', String(Math.ceil(windows.remainingMs(caller) / 1000) || 1))
    next(429)
  }
}

/** A map whose entries live for some time, by a clock that nobody can set; the oldest makes room when it is full. */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly expiresMs: number }>()
  readonly #lifetimeMs: number
  readonly #capacity: number
  readonly #now: () => number

  /** @param now tells milliseconds that only ever grow, whatever the day. */
  constructor(lifetimeMs: number, capacity: number, now: () => number = () => performance.now()) {
    this.#lifetimeMs = lifetimeMs
    this.#capacity = capacity
    this.#now = now
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.expiresMs > this.#now() ? entry.value : undefined
  }

  /** Sets a value and starts its time anew. */
  set(key: string, value: Value, lifetimeMs = this.#lifetimeMs): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#capacity) this.#dropOldest()
    this.#entries.set(key, { value, expiresMs: this.#now() + lifetimeMs })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** Milliseconds that an entry has left, 0 for none. */
  remainingMs(key: string): number {
    const entry = this.#entries.get(key)
    return entry ? Math.max(0, entry.expiresMs - this.#now()) : 0
  }

  // Entries are in the order in which they were set, since every set() moves its key to the end.
  #dropOldest(): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}

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
