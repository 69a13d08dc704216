import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

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
