import { parseBasicCredentials } from './basic-credentials.ts'
import { clientNetwork, isLoopback } from './network.ts'
import { PasswordLogin } from './password-login.ts'
import type { Strategy } from 'passport'
import type { ConfiguredUser } from './password-login.ts'

/** HTTP Basic (RFC 7617) for passport: fails with 401, or with 429 and the seconds to wait as challenge. */
export const basicStrategy = (users: ReadonlyMap<string, ConfiguredUser>): Strategy => {
  const login = new PasswordLogin(users)
  return {
    name: 'basic',
    async authenticate(req) {
      try {
        const credentials = parseBasicCredentials(req.headers.authorization ?? '')
        if (!credentials) return this.fail(401)
        const result = await login.check(credentials, clientNetwork(req.ip))
        if ('retryAfterSeconds' in result) return this.fail(String(result.retryAfterSeconds), 429)
        const { user } = result
        if (!user || (user.isLocal && !isLoopback(req.socket.localAddress))) return this.fail(401)
        return this.success(user)
      } catch (error) {
        return this.error(error)
      }
    },
  }
}
