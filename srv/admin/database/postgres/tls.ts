import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

export type TlsOptions = ConnectionOptions

export interface TlsCredentials {
  /** Options of the driver; they count as they are. */
  readonly ssl?: boolean | TlsOptions
  /** Certificates of the authorities to trust, in PEM, or the path of a file with them. */
  readonly sslrootcert?: string
}

/**
 * How to speak TLS with PostgreSQL. With `sslrootcert` the server's certificate must be signed by one of these
 * authorities and name the host that is connected to; CAP's own service would accept any certificate.
 *
 * @returns undefined for connections without TLS.
 * @throws Error when the file cannot be read.
 */
export const tlsOf = ({ ssl, sslrootcert }: TlsCredentials): boolean | TlsOptions | undefined => {
  if (ssl !== undefined || !sslrootcert) return ssl
  return { ca: sslrootcert.includes('-----BEGIN') ? sslrootcert : readAuthorities(sslrootcert) }
}

const readAuthorities = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error('Setting requires.db.credentials.sslrootcert is no certificate, and no file that can be read', {
      cause,
    })
  }
}
