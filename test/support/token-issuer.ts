import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Certified } from './self-signed.ts'

/** A JSON Web Token in three parts, before it is put together. */
export interface TokenParts {
  readonly header: object
  readonly claims: unknown
}

/** A token service of its own on this machine: it has one key, publishes it, and signs what it is told to. */
export interface TokenIssuer {
  readonly url: string
  /** Host and port. */
  readonly domain: string
  readonly publicKey: KeyObject
  /** Makes a token, with the issuer's own header and key where nothing else is given. */
  readonly issue: (claims: unknown, header?: object, key?: KeyObject) => string
  readonly stop: () => void
}

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The first two parts of a token. */
export const unsigned = ({ header, claims }: TokenParts): string => `${encode(header)}.${encode(claims)}`

/** Creates keys for RS256. */
export const createKeys = (): { privateKey: KeyObject; publicKey: KeyObject } =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })

/** @param tls - makes it speak https at `localhost`, else it is http at 127.0.0.1 */
export const startTokenIssuer = async (tls?: Certified): Promise<TokenIssuer> => {
  const { privateKey, publicKey } = createKeys()
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }]
  const answer: RequestListener = (req, res) => {
    const isDiscovery = req.url?.startsWith('/.well-known/openid-configuration')
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify(isDiscovery ? { jwks_uri: `${url}/token_keys` } : { keys }))
  }
  const server = tls ? createHttpsServer(tls, answer) : createHttpServer(answer)
  server.listen(0, tls ? 'localhost' : '127.0.0.1')
  await once(server, 'listening')
  const domain = `${tls ? 'localhost' : '127.0.0.1'}:${String((server.address() as AddressInfo).port)}`
  const url = `${tls ? 'https' : 'http'}://${domain}`
  return {
    url,
    domain,
    publicKey,
    issue: (claims, header = {}, key = privateKey) => {
      const own = { alg: 'RS256', typ: 'JWT', kid: 'key-1', jku: `${url}/token_keys` }
      const text = unsigned({ header: { ...own, ...header }, claims })
      return `${text}.${signBytes('sha256', Buffer.from(text), key).toString('base64url')}`
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
