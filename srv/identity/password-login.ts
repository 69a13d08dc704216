import { createHash, createHmac, randomBytes } from 'node:crypto'
import { ExpiringMap } from './expiring-map.ts'
import { LocalLoginLimiter } from './login-limiter.ts'
import { MINIMUM_COST, verifyPassword } from './password.ts'
import type { BasicCredentials } from './basic-credentials.ts'
import type { LoginLimiter } from './login-limiter.ts'
import type { PasswordHash } from './password.ts'
import type { Principal } from './principal.ts'

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

/**
 * Checks passwords of configured users. A password hash is slow by intent, so successful logins are remembered for a
 * minute, and equal logins under way at once share one check.
 */
export class PasswordLogin {
  readonly #users: ReadonlyMap<string, ConfiguredUser>
  readonly #nobody: PasswordHash
  readonly #limiter: LoginLimiter
  readonly #remembered: ExpiringMap<ConfiguredUser>
  readonly #underWay = new Map<string, Promise<LoginResult>>()
  readonly #secret = randomBytes(32)

  /** @param limiter - where failed logins are counted, if not in this process */
  constructor(users: ReadonlyMap<string, ConfiguredUser>, now?: () => number, limiter?: LoginLimiter) {
    this.#users = users
    this.#limiter = limiter ?? new LocalLoginLimiter(now)
    this.#remembered = new ExpiringMap(REMEMBERED_MS, REMEMBERED_LOGINS, now)
    // Unknown users cost as much time as the most expensive known one.
    const cost = Math.max(MINIMUM_COST, ...[...users.values()].map(({ hash }) => hash.cost))
    this.#nobody = { cost, salt: randomBytes(16), key: randomBytes(32) }
  }

  /** @param network - where the login comes from, as the limiter counts it */
  async check(credentials: BasicCredentials, network: string): Promise<LoginResult> {
    const digest = this.#digest(`${credentials.user}:${credentials.password}`)
    const user = this.#remembered.get(digest)
    if (user) return { user }
    const underWay = this.#underWay.get(digest)
    if (underWay) return underWay
    const result = this.#attempt(credentials, network, digest).finally(() => this.#underWay.delete(digest))
    this.#underWay.set(digest, result)
    return result
  }

  async #attempt({ user: id, password }: BasicCredentials, network: string, digest: string): Promise<LoginResult> {
    // Not the name itself: people also type their password there.
    const name = createHash('sha256').update(id).digest('base64')
    const retryAfterSeconds = await this.#limiter.begin(network, name)
    if (retryAfterSeconds > 0) return { retryAfterSeconds }
    const known = this.#users.get(id)
    const matches = await verifyPassword(password, known?.hash ?? this.#nobody)
    if (!matches || !known) return { user: undefined }
    await this.#limiter.succeed(network, name)
    this.#remembered.set(digest, known)
    return { user: known }
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64')
  }
}
