import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate for `localhost` that signs itself, in PEM: for a token issuer that must speak https. */
export interface SelfSigned {
  readonly key: string
  readonly cert: string
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
const DAY_MS = 86_400_000

/** Makes a certificate (RFC 5280) that is valid from yesterday to tomorrow. */
export const createSelfSigned = (): SelfSigned => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))))
  const alternativeNames = sequence(der(0x82, Buffer.from('localhost')))
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(new Date(Date.now() - DAY_MS)), utcTime(new Date(Date.now() + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, alternativeNames)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', certificate, privateKey))
  const base64 = sequence(certificate, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
