import type { ClientOptions } from './driver.ts'

/** What is needed to connect: as `cds.requires.db.credentials` has it. */
export interface HanaCredentials {
  readonly host: string
  readonly port: number | string
  readonly user: string
  readonly password: string
  readonly schema?: string
  /** The tenant, where the port is that of the system database. */
  readonly databaseName?: string
  readonly encrypt?: boolean | string
  readonly certificate?: string
  readonly sslValidateCertificate?: boolean | string
  /** The same, as other clients spell it. */
  readonly validate_certificate?: boolean | string
}

/** A row and its values are one message, and 128 KiB, the driver's default, are less than one row of texts can have. */
const LARGEST_MESSAGE = 2 ** 26
/** The version of the data format with BOOLEAN, exact decimals and timestamps of 100 ns; the default has milliseconds. */
const DATA_FORMAT = 8

/** Settings of the driver, which CAP derives from a binding in the same way. */
export const clientOptions = (credentials: HanaCredentials): ClientOptions => {
  const { host, port, user, password, databaseName, encrypt, certificate } = credentials
  const validates = credentials.sslValidateCertificate ?? credentials.validate_certificate
  return {
    ...{ host, port: Number(port), user, password },
    ...{ packetSizeLimit: LARGEST_MESSAGE, dataFormatSupport: DATA_FORMAT },
    ...(databaseName !== undefined && { databaseName }),
    ...(isTrue(encrypt) && { useTLS: true }),
    ...(certificate !== undefined && { ca: certificate }),
    ...(validates !== undefined && { rejectUnauthorized: isTrue(validates) }),
  }
}

const isTrue = (setting: boolean | string | undefined): boolean => setting === true || setting === 'true'
