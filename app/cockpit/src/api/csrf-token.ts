/** Asked for and told with reads, and sent with all that changes something: pages of other origins cannot read it. */
export const CSRF_HEADER = 'X-CSRF-Token'

let told: string | null = null

/** Remembers what an answer tells: by the server, or by an approuter in front of it. */
export const noteCsrfToken = ({ headers }: Response): void => {
  const token = headers.get(CSRF_HEADER)
  if (token !== null) told = isRequired(token) ? null : token
}

/** Whether an answer says that the token was wrong. */
export const wantsCsrfToken = ({ status, headers }: Response): boolean =>
  status === 403 && isRequired(headers.get(CSRF_HEADER) ?? '')

const isRequired = (token: string): boolean => /^required$/i.test(token)

/**
 * The token; `Fetch` where nobody wants one.
 *
 * @param isNew whatever is known may be of a session before this one.
 */
export const csrfToken = async (address: string, isNew = false): Promise<string> => {
  if (isNew || told === null)
    noteCsrfToken(
      await fetch(address, { method: 'HEAD', headers: { [CSRF_HEADER]: 'Fetch' }, credentials: 'same-origin' }),
    )
  return told ?? 'Fetch'
}
