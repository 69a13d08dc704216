import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A key and its certificate, in PEM. */
export interface Certified {
  readonly key: string
  readonly cert: string
}

/** Who signs certificates of others; trusted by those who have its certificate. */
export interface Authority extends Certified {
  /** Makes a certificate of a server with these names, host names only. */
  issue(...names: readonly string[]): Certified
  /** Makes one that was valid until yesterday. */
  issueExpired(...names: readonly string[]): Certified
}

const der = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const SUBJECT_ALTERNATIVE_NAME = oid('551d11')
const BASIC_CONSTRAINTS = oid('551d13')
const DAY_MS = 86_400_000

const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))))

/** A certificate (RFC 5280) that is valid for two days, from yesterday on unless told otherwise. */
const certificate = (options: {
  subject: string
  issuer: string
  publicKey: KeyObject
  signedWith: KeyObject
  extensions: readonly Buffer[]
  startMs?: number
}): string => {
  const { subject, issuer, publicKey, signedWith, extensions, startMs = Date.now() - DAY_MS } = options
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // Positive, and no other certificate's.
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(utcTime(new Date(startMs)), utcTime(new Date(startMs + 2 * DAY_MS))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, signedWith))
  const base64 = sequence(content, ECDSA_WITH_SHA256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

const namedAs = (names: readonly string[]): Buffer =>
  sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, sequence(...names.map((each) => der(0x82, Buffer.from(each))))))

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string

/** Makes a certificate for `localhost` that signs itself: for a token issuer that must speak https. */
export const createSelfSigned = (): Certified => {
  const { privateKey, publicKey } = keyPair()
  const name = 'localhost'
  const extensions = [namedAs([name])]
  const cert = certificate({ subject: name, issuer: name, publicKey, signedWith: privateKey, extensions })
  return { key: pem(privateKey), cert }
}

/** Makes an authority of one's own. @param name what it is called; two of one name are still two. */
export const createAuthority = (name: string): Authority => {
  const { privateKey: authorityKey, publicKey } = keyPair()
  const isAuthority = sequence(
    BASIC_CONSTRAINTS,
    der(0x01, Buffer.from([0xff])),
    der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
  )
  const own = { subject: name, issuer: name, publicKey, signedWith: authorityKey, extensions: [isAuthority] }
  const issueFrom = (startMs: number, names: readonly string[]): Certified => {
    const server = keyPair()
    const cert = certificate({
      subject: names[0] ?? '',
      issuer: name,
      publicKey: server.publicKey,
      signedWith: authorityKey,
      extensions: [namedAs(names)],
      startMs,
    })
    return { key: pem(server.privateKey), cert }
  }
  return {
    key: pem(authorityKey),
    cert: certificate(own),
    issue: (...names) => issueFrom(Date.now() - DAY_MS, names),
    issueExpired: (...names) => issueFrom(Date.now() - 3 * DAY_MS, names),
  }
}
