/** Marks a query whose result nobody waits for. */
const AHEAD = Symbol('ahead')

/** Lets a query travel with the next one, as a lock may: a round trip takes as long as a small query. */
export const ahead = <Query extends object>(query: Query): Query => Object.assign(query, { [AHEAD]: true })

export const isAhead = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && (query as { [AHEAD]?: boolean })[AHEAD] === true

/** PostgreSQL's lock of a text until the transaction ends, for what has no row yet. It may travel with the next query as well. */
export const LOCK_TEXT = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'
