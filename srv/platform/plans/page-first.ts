interface Select {
  readonly from?: { readonly ref?: readonly unknown[]; readonly as?: string }
  readonly columns?: readonly { readonly SELECT?: unknown }[]
  readonly where?: unknown
  readonly orderBy?: readonly { readonly ref?: readonly unknown[] }[]
  /** Whether texts are in the order of the caller's language. */
  readonly localized?: unknown
  readonly limit?: { readonly offset?: unknown }
}

interface Query {
  readonly SELECT?: Select
}

/** CAP's translation of queries to SQL, as far as this file changes it. */
interface Translation {
  SELECT(query: Query): unknown
}

/** What this file uses of a CAP database service, and of the transactions that derive from it. */
interface DatabaseService {
  readonly kind?: string
  class: { readonly CQN2SQL: new (...args: never[]) => Translation }
}

/** Where rows are more than those of a table, or less, they are left as they are. */
const NOT_PLAIN = ['groupBy', 'having', 'distinct', 'search', 'recurse', 'forUpdate', 'forShareLock'] as const

/** Has PostgreSQL skip rows before it looks for what is expanded in them: it does so for each that it skips otherwise. */
export const pageFirst = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'postgres') return
  class PageFirst extends service.class.CQN2SQL {
    override SELECT(query: Query): unknown {
      return super.SELECT(withPage(query))
    }
  }
  service.class = Object.create(service.class, { CQN2SQL: { value: PageFirst } }) as DatabaseService['class']
}

const withPage = (query: Query): Query => {
  const select = query.SELECT
  const { from, columns, where, orderBy = [], limit, localized } = select ?? {}
  if (!select || !from?.ref || from.as === undefined || limit?.offset === undefined) return query
  if (!columns?.some(({ SELECT }) => SELECT) || NOT_PLAIN.some((name) => (select as Record<string, unknown>)[name]))
    return query
  if (!orderBy.every(({ ref }) => ref?.length === 2 && ref[0] === from.as)) return query
  const page = { SELECT: { from, columns: ['*'], where, orderBy, limit, localized }, as: from.as }
  // Much of a query is inherited, or hidden.
  const SELECT = Object.create(select, { from: { value: page }, where: { value: undefined }, limit: { value: undefined } }) as Select // prettier-ignore
  return Object.create(query, { SELECT: { value: SELECT } }) as Query
}
