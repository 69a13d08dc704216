/** Codes of PostgreSQL that mean something here, https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const SQL_STATE = {
  connectionFailure: '08006',
  protocolViolation: '08P01',
  invalidAuthorization: '28000',
  invalidPassword: '28P01',
  uniqueViolation: '23505',
  readOnly: '25006',
  failedTransaction: '25P02',
  unknownDatabase: '3D000',
  invalidSchema: '3F000',
  insufficientPrivilege: '42501',
  undefinedTable: '42P01',
  diskFull: '53100',
  configurationLimit: '53400',
} as const

const FORM = /^[0-9A-DF-Z][0-9A-Z]{4}$/

/** The code that PostgreSQL has for an error; undefined for any other, such as Node's own, which start with an E. */
export const sqlStateOf = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && FORM.test(code) ? code : undefined
}
