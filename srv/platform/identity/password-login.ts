import { createHash, createHmac, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { ExpiringMap, QueueFull, WorkQueue } from '../guard/index.ts'
import { LocalLoginLimiter, type LoginLimiter } from './login-limiter.ts'
import type { Principal } from './roles.ts'

/** A stored password: scrypt with r = 8 and p = 1. */
export interface PasswordHash {
  readonly cost: number
  readonly salt: Buffer
  readonly key: Buffer
}

/** Cost of new hashes: about 50 ms and 16 MiB each. Cheaper ones are not accepted. */
export const MINIMUM_COST = 2 ** 14
const MAXIMUM_COST = 2 ** 18
const KEY_BYTES = 32
const FORM = /^scrypt\$(\d{1,7})\$([\w-]{22,86})\$([\w-]{43})$/

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

// RFC 7617 section 2.1: the same password may arrive in composed or decomposed form.
const derive = (password: string, { cost, salt }: Omit<PasswordHash, 'key'>): Promise<Buffer> =>
  deriveKey(password.normalize('NFC'), salt, KEY_BYTES, { N: cost, maxmem: 256 * 8 * cost })

/** Reads `scrypt$N$salt$key` (salt and key in base64url); undefined for anything else, or a cost out of bounds. */
export const parseHash = (text: unknown): PasswordHash | undefined => {
  const [, digits = '', salt = '', key = ''] = (typeof text === 'string' && FORM.exec(text)) || []
  const cost = Number(digits)
  const isPowerOfTwo = Number.isInteger(Math.log2(cost))
  if (!isPowerOfTwo || cost < MINIMUM_COST || cost > MAXIMUM_COST) return undefined
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
}

/** Hashes a password for the configuration. */
export const hashPassword = async (password: string, cost = MINIMUM_COST): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, { cost, salt })
  return ['scrypt', cost, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Compares in constant time, on the thread pool. */
export const verifyPassword = async (password: string, hash: PasswordHash): Promise<boolean> =>
  timingSafeEqual(await derive(password, hash), hash.key)

/** A user name and password as sent. */
export interface BasicCredentials {
  readonly user: string
  readonly password: string
}

/** A user of the configuration. */
export interface ConfiguredUser extends Principal {
  readonly hash: PasswordHash
  /** A development user: it can log in over a loopback connection only. */
  readonly isLocal: boolean
}

/** How a login ended: with a user, with nobody, or not at all for so many seconds. */
export type LoginResult = { readonly user: ConfiguredUser | undefined } | { readonly retryAfterSeconds: number }

const REMEMBERED_MS = 60_000
const REMEMBERED_LOGINS = 1000
/** For how long credentials go first that have held. */
const TRUSTED_MS = 86_400_000
const TRUSTED_LOGINS = 10_000

/** Hashes leave the event loop a core, and files one of Node's four threads. */
const HASHES_AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))
/** So that one can be counted while others are hashed. */
const ATTEMPTS_AT_ONCE = HASHES_AT_ONCE + 1
/** Logins that wait for their turn, of all networks: some five seconds of hashing on two cores. */
const WAITING_LOGINS = 100
const BUSY: LoginResult = { retryAfterSeconds: 5 }

/**
 * Checks passwords of configured users. A password hash is slow by intent, so successful logins are remembered for a
 * minute, and equal logins under way at once share one check. Credentials that have held before are no guess: they are
 * neither counted nor kept waiting by any others. Those come network by network.
 */
export class PasswordLogin {
  readonly #users: ReadonlyMap<string, ConfiguredUser>
  readonly #nobody: PasswordHash
  readonly #limiter: LoginLimiter
  readonly #remembered: ExpiringMap<ConfiguredUser>
  readonly #trusted: ExpiringMap<true>
  readonly #underWay = new Map<string, Promise<LoginResult>>()
  readonly #attempts = new WorkQueue({ capacity: ATTEMPTS_AT_ONCE, waiting: WAITING_LOGINS })
  readonly #hashes = new WorkQueue({ capacity: HASHES_AT_ONCE })
  readonly #secret = randomBytes(32)

  /** @param limiter - where failed logins are counted, if not in this process */
  constructor(users: ReadonlyMap<string, ConfiguredUser>, now?: () => number, limiter?: LoginLimiter) {
    this.#users = users
    this.#limiter = limiter ?? new LocalLoginLimiter(now)
    this.#remembered = new ExpiringMap(REMEMBERED_MS, REMEMBERED_LOGINS, now)
    this.#trusted = new ExpiringMap(TRUSTED_MS, TRUSTED_LOGINS, now)
    // Unknown users cost as much time as the most expensive known one.
    const cost = Math.max(MINIMUM_COST, ...[...users.values()].map(({ hash }) => hash.cost))
    this.#nobody = { cost, salt: randomBytes(16), key: randomBytes(32) }
  }

  /** @param network - where the login comes from, as the limiter counts it */
  async check(credentials: BasicCredentials, network: string): Promise<LoginResult> {
    const digest = this.#digest(`${credentials.user}:${credentials.password}`)
    const user = this.#remembered.get(digest)
    if (user) return { user }
    const isTrusted = this.#trusted.get(digest) === true
    // What becomes of a guess is the business of its network alone.
    const key = isTrusted ? digest : `${digest} ${network}`
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const check = isTrusted ? this.#verify(credentials, digest, true) : this.#attempt(credentials, network, digest)
    const result = check.finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, result)
    return result
  }

  async #attempt(credentials: BasicCredentials, network: string, digest: string): Promise<LoginResult> {
    // Not the name itself: people also type their password there.
    const name = createHash('sha256').update(credentials.user).digest('base64')
    const retryAfterSeconds = this.#limiter.begin(network, name)
    if (retryAfterSeconds > 0) return { retryAfterSeconds }
    try {
      return await this.#attempts.run({ caller: network }, () => this.#confirmed(credentials, network, name, digest))
    } catch (error) {
      this.#limiter.withdraw(network, name)
      if (error instanceof QueueFull) return BUSY
      throw error
    }
  }

  async #confirmed(credentials: BasicCredentials, network: string, name: string, digest: string): Promise<LoginResult> {
    const user = this.#remembered.get(digest)
    if (user) {
      this.#limiter.withdraw(network, name)
      return { user }
    }
    const retryAfterSeconds = await this.#limiter.confirm(network, name)
    if (retryAfterSeconds > 0) return { retryAfterSeconds }
    const result = await this.#verify(credentials, digest, false)
    if (result.user) await this.#limiter.succeed(network, name)
    return result
  }

  async #verify(
    { user: id, password }: BasicCredentials,
    digest: string,
    isTrusted: boolean,
  ): Promise<{ user: ConfiguredUser | undefined }> {
    const known = this.#users.get(id)
    const matches = await this.#hashes.run({ isUrgent: isTrusted }, () =>
      verifyPassword(password, known?.hash ?? this.#nobody),
    )
    if (!matches || !known) return { user: undefined }
    this.#remembered.set(digest, known)
    this.#trusted.set(digest, true)
    return { user: known }
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64')
  }
}
