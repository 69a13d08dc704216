import type { HanaCredentials } from '../../srv/admin/database/hana/driver.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Fields = Readonly<Record<string, unknown>>

const SETTING = 'CDS_REQUIRES_DB_CREDENTIALS_'
/** What a binding calls it, as the name of a variable writes it. */
const NAMES = [
  ...['host', 'port', 'user', 'password', 'schema', 'databaseName'],
  ...['encrypt', 'certificate', 'sslValidateCertificate', 'validate_certificate'],
] as const
const NEEDED = ['host', 'port', 'user', 'password'] as const

/**
 * The database to check: that of the file, else that of the binding, else that of CAP's variables.
 *
 * @param file text of a service key, of credentials alone, or of an environment with `VCAP_SERVICES`.
 * @throws Error naming what is missing, never what is there.
 */
export const findCredentials = (environment: Environment, file?: string): HanaCredentials => {
  const found = file === undefined ? (bound(environment['VCAP_SERVICES']) ?? set(environment)) : inFile(parse(file))
  const missing = NEEDED.filter((name) => found[name] === undefined || found[name] === '')
  if (missing.length > 0)
    throw new Error(`No SAP HANA is named: ${missing.join(', ')} missing in the file, VCAP_SERVICES and ${SETTING}*`)
  return Object.fromEntries(
    NAMES.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]]])),
  ) as unknown as HanaCredentials
}

const parse = (text: string): Fields => {
  try {
    return fieldsOf(JSON.parse(text))
  } catch (cause) {
    throw new Error('The file of credentials is not JSON', { cause })
  }
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const inFile = (file: Fields): Fields => {
  const { VCAP_SERVICES: services, credentials } = file
  if (services !== undefined) return bound(typeof services === 'string' ? services : JSON.stringify(services)) ?? {}
  return credentials === undefined ? file : fieldsOf(credentials)
}

/** Of all services the first whose credentials are those of a HANA, by its label or its tags. */
const bound = (services: string | undefined): Fields | undefined => {
  if (services === undefined) return undefined
  const bindings = Object.values(parse(services)).flat().map(fieldsOf)
  const isHana = ({ label, tags }: Fields): boolean =>
    /^hana/.test(String(label)) || (Array.isArray(tags) && tags.includes('hana'))
  const hana = bindings.find((each) => isHana(each) && fieldsOf(each['credentials'])['host'] !== undefined)
  return hana && fieldsOf(hana['credentials'])
}

const set = (environment: Environment): Fields =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = environment[SETTING + name.toUpperCase()]
      return value === undefined ? [] : [[name, value]]
    }),
  )
