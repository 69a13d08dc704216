import type { RequestHandler } from 'express'
import { ipKeyGenerator, rateLimit, type Store, type ClientRateLimitInfo, type Options } from 'express-rate-limit'
import type { AdminConfig } from '../config.ts'
import { AdminError } from '../core/errors.ts'
import { callOf, type Logger } from './call.ts'

/** Whoever came first makes room beyond that: addresses can be made up. */
const MOST_KEYS = 50_000

/** The date in so many milliseconds, to be told. */
// eslint-disable-next-line no-restricted-properties -- dates are by this clock
export const dateIn = (ms: number): Date => new Date(Date.now() + ms)

interface Window {
  hits: number
  readonly endsMs: number
}

/** The counts of one limiter in the memory of this process, by a clock that nobody can set. */
export class WindowStore implements Store {
  readonly localKeys = true
  /** In the order in which they end. */
  readonly #windows = new Map<string, Window>()
  #windowMs = 0

  init({ windowMs }: Pick<Options, 'windowMs'>): void {
    this.#windowMs = windowMs
  }

  increment(key: string): ClientRateLimitInfo {
    const nowMs = performance.now()
    const window = this.#open(key, nowMs)
    window.hits++
    return { totalHits: window.hits, resetTime: dateIn(window.endsMs - nowMs) }
  }

  decrement(key: string): void {
    const window = this.#windows.get(key)
    if (window && window.hits > 0) window.hits--
  }

  resetKey(key: string): void {
    this.#windows.delete(key)
  }

  shutdown(): void {
    this.#windows.clear()
  }

  #open(key: string, nowMs: number): Window {
    const found = this.#windows.get(key)
    if (found && found.endsMs > nowMs) return found
    this.#windows.delete(key)
    const [first] = this.#windows.keys()
    if (first !== undefined && this.#windows.size >= MOST_KEYS) this.#windows.delete(first)
    const window = { hits: 0, endsMs: nowMs + this.#windowMs }
    this.#windows.set(key, window)
    return window
  }
}

export type LimiterName = 'address' | 'principal'

/** Makes the store of a limiter's counts; without one they are kept in this process. */
export type StoreFactory = (limiter: LimiterName) => Store

interface RateLimits {
  /** Counts every request by the network that it comes from, before anybody knows who asks: guesses of passwords too. */
  readonly byAddress: RequestHandler
  /** Takes a request whose user is known from the count of its network, where many may sit behind one address. */
  readonly forgetAddress: RequestHandler
  /** Counts the requests of a user; its headers take the place of the network's. */
  readonly byPrincipal: RequestHandler
}

/**
 * Fixed windows, told in `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix time in seconds; the contract leaves the
 * unit open) of every answer.
 */
export const createRateLimits = (config: AdminConfig, log: Logger, storeFor?: StoreFactory): RateLimits => {
  const { requests, requestsPerAddress, windowSeconds } = config.rateLimit
  const storeOf = (name: LimiterName): Store => storeFor?.(name) ?? new WindowStore()
  const stores = { address: storeOf('address'), principal: storeOf('principal') }
  const limiter = (name: LimiterName, limit: number, keyGenerator: (request: Request) => string): RequestHandler => {
    const store = stores[name]
    return rateLimit({
      windowMs: windowSeconds * 1000,
      limit,
      keyGenerator,
      legacyHeaders: true,
      standardHeaders: false,
      store,
      // A store that is out of reach must not take the API with it.
      passOnStoreError: true,
      // The limiter wants an object, and CAP's loggers are functions.
      logger: {
        warn: (...args) => log.warn(...args),
        error: (...args) => log.error(...args),
      },
      // Forwarding headers are ignored on purpose unless configured, which is no news to report.
      validate: { xForwardedForHeader: false, forwardedHeader: false },
      // An unknown path stays a 404 whatever the count.
      handler: (request, response, next) => {
        const isKnown = callOf(request).match.allowed.length > 0
        if (!isKnown) response.removeHeader('Retry-After')
        next(isKnown ? exceeded(limit, windowSeconds) : undefined)
      },
    })
  }
  return {
    byAddress: limiter('address', requestsPerAddress, networkOf),
    forgetAddress: async (request, _response, next) => {
      try {
        await stores.address.decrement(networkOf(request))
      } catch (error) {
        log.error('A request cannot be taken from the count of its network:', error)
      }
      next()
    },
    byPrincipal: limiter('principal', requests, (request) => callOf(request).user?.id ?? ''),
  }
}

type Request = Parameters<RequestHandler>[0]

/** What a proxy tells need not be an address: it is kept as a key. */
const LONGEST_NETWORK = 64

const networkOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown').slice(0, LONGEST_NETWORK)

// The limiter itself sets `Retry-After`.
const exceeded = (limit: number, windowSeconds: number): AdminError =>
  new AdminError('RATE_LIMIT_EXCEEDED', `At most ${limit} requests in ${windowSeconds} s; see X-RateLimit-Reset`)
