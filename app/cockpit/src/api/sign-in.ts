import { readError } from './api-error.ts'
import { API, api, bodyOf } from './client.ts'
import { CSRF_HEADER, csrfToken, noteCsrfToken } from './csrf-token.ts'
import { basicAuthorization, setSession } from './session.ts'

const ADDRESS = `${API}session`

/**
 * Shows who is signed in: by a session, as who the browser is already, or as everybody where nobody has to.
 *
 * @throws ApiError when that is nobody who has a role there.
 */
export const showUser = async (): Promise<void> => {
  const { user, role } = await bodyOf(api.GET('/me'))
  setSession({ user, role })
}

/** When the session of this browser ends unless it is used; null when there is none. To ask is no use of it. */
export const sessionEndsInSeconds = async (): Promise<number | null> => {
  const answer = await fetch(ADDRESS, { credentials: 'same-origin', cache: 'no-store' })
  if (!answer.ok) throw await readError(answer)
  return ((await answer.json()) as { endsInSeconds: number | null }).endsInSeconds
}

/**
 * Begins a session with a name and a password, which are sent this once and kept nowhere.
 *
 * @throws ApiError when the API refuses, also for users who have no role there.
 */
export const beginSession = async (name: string, password: string): Promise<void> => {
  const headers = { Authorization: basicAuthorization(name, password), [CSRF_HEADER]: 'Fetch' }
  const answer = await fetch(ADDRESS, { method: 'POST', headers, credentials: 'same-origin', cache: 'no-store' })
  if (!answer.ok) throw await readError(answer)
  noteCsrfToken(answer)
  await answer.text()
  try {
    await showUser()
  } catch (error) {
    await endSession()
    throw error
  }
}

/** Ends the session, for all tabs. */
export const endSession = async (): Promise<void> => {
  const send = async (isNew: boolean): Promise<Response> =>
    fetch(ADDRESS, {
      method: 'DELETE',
      headers: { [CSRF_HEADER]: await csrfToken(`${API}me`, isNew) },
      credentials: 'same-origin',
    })
  const answer = await send(false)
  if (answer.status === 403) await send(true)
}
