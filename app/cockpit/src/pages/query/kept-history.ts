/** The newest come first; older ones are forgotten. */
const MOST = 50

const keyOf = (user: string): string => `cds-dba.query.history.${user}`

/** Statements that a user has run in this tab since signing in; what cannot be read is nothing. */
export const readHistory = (user: string): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(user)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((sql) => typeof sql === 'string') : []
  } catch {
    return []
  }
}

/** Puts a statement first, in the place of the same one. @returns all that are kept now. */
export const keepInHistory = (user: string, sql: string): readonly string[] =>
  writeHistory(user, [sql, ...readHistory(user).filter((each) => each !== sql)].slice(0, MOST))

/** Forgets those that are not given. A browser without room goes on without. */
export const writeHistory = (user: string, statements: readonly string[]): readonly string[] => {
  try {
    sessionStorage.setItem(keyOf(user), JSON.stringify(statements))
  } catch {
    return readHistory(user)
  }
  return statements
}
