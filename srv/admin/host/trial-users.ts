/** What is read of `cds.requires.auth.users`: as it is set, or as CAP keeps it once it is used. */
interface MockedUser {
  readonly password?: string
  readonly roles?: readonly string[] | Readonly<Record<string, unknown>>
}

/**
 * Mocked users who may use the API, for the sign-in page: those who come in with their names as passwords.
 *
 * @param users by their names; some are only names, or a password.
 * @param roles of the application that let them in.
 */
export const trialUsers = (users: Readonly<Record<string, unknown>>, roles: readonly string[]): readonly string[] =>
  Object.entries(users).flatMap(([name, user]) => {
    if (typeof user !== 'object' || user === null) return []
    const { password, roles: own = [] } = user as MockedUser
    const has = Array.isArray(own) ? own : Object.keys(own)
    return (password ?? name) === name && roles.some((role) => has.includes(role)) ? [name] : []
  })
