import { api, bodyOf } from './client.ts'
import { basicAuthorization, setSession } from './session.ts'
import { shareSession } from './shared-session.ts'

/**
 * Signs in with a name and a password.
 *
 * @throws ApiError when the API refuses, also for users who have no role there.
 */
export const signIn = async (name: string, password: string): Promise<void> => {
  const authorization = basicAuthorization(name, password)
  const { user, role } = await bodyOf(api.GET('/me', { headers: { Authorization: authorization } }))
  shareSession({ user, role, authorization })
}

/**
 * Signs in as who the browser is already, or as everybody where nobody has to.
 *
 * @throws ApiError when that is nobody who has a role there.
 */
export const signInByBrowser = async (): Promise<void> => {
  const { user, role } = await bodyOf(api.GET('/me'))
  setSession({ user, role, authorization: '' })
}
