/** A statement that is kept in this tab until its user signs out; one of the history has no name. */
export interface KeptStatement {
  readonly name?: string
  readonly sql: string
}

export type Keep = 'history' | 'saved'

/** The newest come first; older ones are forgotten. */
const MOST = 50

const keyOf = (keep: Keep, user: string): string => `cds-dba.query.${keep}.${user}`

/** What is kept for a user; what cannot be read is nothing. */
export const readKept = (keep: Keep, user: string): readonly KeptStatement[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(keep, user)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isStatement) : []
  } catch {
    return []
  }
}

/** Puts a statement first, in the place of the same one; @returns all that are kept now. */
export const keepStatement = (keep: Keep, user: string, statement: KeptStatement): readonly KeptStatement[] => {
  const isSame = ({ name, sql }: KeptStatement): boolean =>
    keep === 'saved' ? name === statement.name : sql === statement.sql
  return writeKept(keep, user, [statement, ...readKept(keep, user).filter((each) => !isSame(each))].slice(0, MOST))
}

/** Forgets those that are not given. A browser without room goes on without. */
export const writeKept = (keep: Keep, user: string, statements: readonly KeptStatement[]): readonly KeptStatement[] => {
  try {
    sessionStorage.setItem(keyOf(keep, user), JSON.stringify(statements))
  } catch {
    return readKept(keep, user)
  }
  return statements
}

const isStatement = (value: unknown): value is KeptStatement =>
  typeof value === 'object' && value !== null && typeof (value as Partial<KeptStatement>).sql === 'string'
