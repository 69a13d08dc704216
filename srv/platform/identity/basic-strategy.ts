import { networkOf } from '../guard/index.ts'
import { parseBasicCredentials, type ConfiguredUser, type LoginResult, PasswordLogin } from './password-login.ts'
import type { Request } from 'express'
import type { Strategy } from 'passport'
import type { LoginLimiter } from './login-limiter.ts'

const LOOPBACK = /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i

/** Whether a host name or address reaches this machine only. */
export const isLoopback = (host: string | undefined): boolean => host !== undefined && LOOPBACK.test(host)

const NOBODY: LoginResult = { user: undefined }

/** HTTP Basic (RFC 7617) for passport: fails with 401, or with 429 and the seconds to wait as challenge. */
export const basicStrategy = (users: ReadonlyMap<string, ConfiguredUser>, limiter?: LoginLimiter): Strategy => {
  const login = new PasswordLogin(users, undefined, limiter)

  const check = async (req: Request): Promise<LoginResult> => {
    const credentials = parseBasicCredentials(req.headers.authorization ?? '')
    const result = credentials ? await login.check(credentials, networkOf(req.ip)) : NOBODY
    const isElsewhere = 'user' in result && result.user?.isLocal && !isLoopback(req.socket.localAddress)
    return isElsewhere ? NOBODY : result
  }

  return {
    name: 'basic',
    async authenticate(req) {
      try {
        const result = await check(req)
        if ('retryAfterSeconds' in result) this.fail(String(result.retryAfterSeconds), 429)
        else if (result.user) this.success(result.user)
        else this.fail(401)
      } catch (error) {
        this.error(error)
      }
    },
  }
}
