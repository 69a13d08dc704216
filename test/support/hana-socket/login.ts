import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { codec, type Part } from './internals.ts'

const METHOD = 'SCRAMPBKDF2SHA256'
/** The fewest that SAP's own client takes. */
const ROUNDS = 15_000

const hmac = (key: Buffer, message: Buffer): Buffer => createHmac('sha256', key).update(message).digest()
const hash = (message: Buffer): Buffer => createHash('sha256').update(message).digest()
const xor = (left: Buffer, right: Buffer): Buffer => Buffer.from(left.map((byte, index) => byte ^ (right[index] ?? 0)))

const fields = codec<(string | Buffer)[]>('AUTHENTICATION')
const write = (content: (string | Buffer)[]): Buffer => fields.write({}, content).buffer
const read = (part: Part | undefined): Buffer[] => (part ? (fields.read(part) as Buffer[]) : [])

/** The server's side of a login by SCRAM (RFC 5802, as HANA has it) with a password that is stretched by PBKDF2. */
export class Login {
  readonly #password: string
  readonly #isImpostor: boolean
  readonly #salt = randomBytes(16)
  readonly #serverKey = randomBytes(48)
  #clientKey: Buffer = Buffer.alloc(0)
  user = ''

  /** @param isImpostor lets everybody in, and has no proof of its own. */
  constructor(password: string, isImpostor = false) {
    this.#password = password
    this.#isImpostor = isImpostor
  }

  /** The challenge for a client that begins to log in. */
  challenge(part: Part | undefined): Buffer {
    const [user, ...methods] = read(part)
    this.user = String(user)
    const at = methods.findIndex((field) => String(field) === METHOD)
    this.#clientKey = Buffer.from(methods[at + 1] ?? [])
    const rounds = Buffer.alloc(4)
    rounds.writeUInt32BE(ROUNDS)
    return write([METHOD, write([this.#salt, this.#serverKey, rounds])])
  }

  /** @returns the proof that this is the server, or undefined when the client's own is wrong. */
  check(part: Part | undefined): Buffer | undefined {
    if (this.#isImpostor) return write([METHOD, Buffer.concat([Buffer.from([1, 0, 32]), randomBytes(32)])])
    const [, , proof = Buffer.alloc(0)] = read(part)
    const [salt, serverKey, clientKey] = [this.#salt, this.#serverKey, this.#clientKey]
    const stretched = pbkdf2Sync(this.#password, salt, ROUNDS, 32, 'sha256')
    const key = hash(stretched)
    const expected = xor(hmac(hash(key), Buffer.concat([salt, serverKey, clientKey])), key)
    const given = proof.subarray(3) // after their number and the length of the one
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const own = hmac(hmac(stretched, salt), Buffer.concat([clientKey, salt, serverKey]))
    return write([METHOD, Buffer.concat([Buffer.from([1, 0, own.length]), own])])
  }
}
