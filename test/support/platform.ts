/** The services that a platform binds to the server, each with an issuer of tokens on this machine. */
import type { TokenIssuer } from './token-issuer.ts'
import type { Postgres } from './postgres.ts'

/** Claims expire in time for the slowest test. */
const expiry = (): number => Math.floor(Date.now() / 1_000) + 600

export interface LoginService {
  /** As the environment variable VCAP_SERVICES has it, by the label of the service. */
  readonly binding: Readonly<Record<string, readonly object[]>>
  /** The `Authorization` header of a user with these roles. */
  login(user: string, ...roles: readonly string[]): { authorization: string }
}

const bearer = (issuer: TokenIssuer, claims: object): { authorization: string } => ({
  authorization: `Bearer ${issuer.issue({ exp: expiry(), ...claims })}`,
})

export const xsuaaOn = (issuer: TokenIssuer): LoginService => {
  const credentials = { clientid: 'sb-saga', xsappname: 'saga!t1', url: issuer.url, uaadomain: issuer.domain }
  const claims = { iss: `${issuer.url}/oauth/token`, aud: ['sb-saga', 'saga!t1'], zid: 'zone', sub: '1' }
  return {
    binding: { xsuaa: [{ name: 'saga-auth', label: 'xsuaa', tags: ['xsuaa'], credentials }] },
    login: (user, ...roles) => {
      const scope = ['openid', ...roles.map((role) => `saga!t1.${role}`)]
      return bearer(issuer, { ...claims, user_name: user, scope })
    },
  }
}

export const iasOn = (issuer: TokenIssuer): LoginService => {
  const credentials = { clientid: 'saga-client', url: issuer.url, domains: [issuer.domain] }
  const claims = { iss: issuer.url, aud: ['saga-client'], user_uuid: '1', app_tid: 'tenant' }
  return {
    binding: { identity: [{ name: 'saga-ias', label: 'identity', tags: ['identity'], credentials }] },
    login: (user, ...groups) => bearer(issuer, { ...claims, sub: user, groups }),
  }
}

/** PostgreSQL as a service of the platform. */
export const postgresqlOf = ({
  credentials: { host, database, user, ...rest },
}: Postgres): LoginService['binding'] => ({
  'postgresql-db': [
    {
      name: 'saga-db',
      label: 'postgresql-db',
      tags: ['relational', 'postgresql'],
      credentials: { hostname: host, dbname: database, username: user, ...rest },
    },
  ],
})
