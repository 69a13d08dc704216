import { changeTranslation, type DatabaseService } from '../cap/database-service.ts'

interface OrderItem {
  readonly ref?: readonly unknown[]
  readonly sort?: string
  readonly nulls?: string
  readonly element?: { readonly name: string; readonly parent?: { readonly keys?: object } }
}

interface Select {
  readonly from?: { readonly ref?: readonly unknown[]; readonly as?: string }
  readonly columns?: readonly { readonly SELECT?: unknown }[]
  readonly where?: unknown
  readonly orderBy?: readonly OrderItem[]
  /** Whether texts are in the order of the caller's language. */
  readonly localized?: unknown
  readonly limit?: { readonly offset?: { readonly val?: unknown } }
}

interface Query {
  readonly SELECT?: Select
}

/** Where rows are more than those of a table, or less, they are left as they are. */
const NOT_PLAIN = ['groupBy', 'having', 'distinct', 'search', 'recurse', 'forUpdate', 'forShareLock'] as const

/** Rows that are skipped by their keys, which the index alone tells: fewer are not worth a second look. */
const MANY = 1_000

/**
 * Has PostgreSQL skip rows before it looks for what is expanded in them: it does so for each that it skips otherwise. And
 * has it skip many rows in the order of their keys by the index alone: it reads each of them otherwise.
 */
export const pageFirst = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'postgres') return
  changeTranslation(
    service,
    (Translation) =>
      class PageFirst extends Translation {
        override SELECT(query: Query): unknown {
          return super.SELECT(withPage(query))
        }
      },
  )
}

const withPage = (query: Query): Query => {
  const select = query.SELECT
  const { from, columns, where, orderBy = [], limit, localized } = select ?? {}
  if (!select || !from?.ref || from.as === undefined || limit?.offset === undefined) return query
  if (!columns || NOT_PLAIN.some((name) => (select as Record<string, unknown>)[name])) return query
  if (!columns.some(({ SELECT }) => SELECT)) return withKeys(query, select, from.as)
  if (!orderBy.every(({ ref }) => ref?.length === 2 && ref[0] === from.as)) return query
  const page = { SELECT: { from, columns: ['*'], where, orderBy, limit, localized }, as: from.as }
  // Much of a query is inherited, or hidden.
  const SELECT = Object.create(select, { from: { value: page }, where: { value: undefined }, limit: { value: undefined } }) as Select // prettier-ignore
  return Object.create(query, { SELECT: { value: SELECT } }) as Query
}

/** The name of the only key, if rows are in its order. */
const keyInOrder = ([item, ...more]: readonly OrderItem[], as: string): string | undefined => {
  const { ref, nulls, element } = item ?? {}
  const isColumn = ref?.length === 2 && ref[0] === as && ref[1] === element?.name
  const keys = Object.keys(element?.parent?.keys ?? {}).filter((name) => name !== 'IsActiveEntity')
  return isColumn && !more.length && !nulls && keys.length === 1 && keys[0] === element?.name ? keys[0] : undefined
}

const withKeys = (query: Query, select: Select, as: string): Query => {
  const { from, columns = [], where, orderBy = [], limit } = select
  const key = keyInOrder(orderBy, as)
  const isFar = Number(limit?.offset?.val) >= MANY
  if (key === undefined || where || !isFar || columns.length === 1) return query
  const own = 'page_keys'
  const ref = [own, key]
  const page = {
    from: { ...from, as: own },
    columns: [{ ref }],
    orderBy: [{ ref, sort: orderBy[0]?.sort, element: orderBy[0]?.element }],
    limit,
  }
  const keys = [{ ref: [as, key] }, 'in', { SELECT: page }]
  const SELECT = Object.create(select, { where: { value: keys }, limit: { value: undefined } }) as Select
  return Object.create(query, { SELECT: { value: SELECT } }) as Query
}

/** Where rows come from: a table, or tables that are joined. */
interface From {
  readonly ref?: readonly unknown[]
  readonly as?: string
  readonly join?: string
  readonly args?: readonly From[]
}

interface OrderedBy {
  readonly ref?: readonly unknown[]
  readonly nulls?: string
  /** For a foreign key, which may be null, that which it is of. */
  readonly element?: { readonly name: string; readonly key?: boolean }
}

const NULLS = / NULLS (?:FIRST|LAST)$/

/**
 * Has PostgreSQL find rows in the order of their keys by the index of these. CAP says where null is to come, which is
 * not where the index has it: all rows would be sorted for each page, though a key is never null.
 */
export const orderByKeys = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'postgres') return
  changeTranslation(
    service,
    (Translation) =>
      class KeysByIndex extends Translation {
        /** Of the query that is translated now. */
        #from: From | undefined

        override SELECT(query: { SELECT?: { readonly from?: From } }): unknown {
          const around = this.#from
          this.#from = query.SELECT?.from
          try {
            return super.SELECT(query)
          } finally {
            this.#from = around
          }
        }

        override _orderBy(items: readonly OrderedBy[], localized?: unknown, locale?: unknown): string[] {
          const own = this.#from && firstAlias(this.#from)
          return super
            ._orderBy(items, localized, locale)
            .map((sql, index) => (isKeyOf(own, items[index]) ? sql.replace(NULLS, '') : sql))
        }
      },
  )
}

/** The table that others are joined to, which has a row for each result. */
const firstAlias = ({ ref, as, join, args }: From): string | undefined => {
  if (ref) return as
  const [first] = args ?? []
  return first && (join === 'left' || join === 'inner') ? firstAlias(first) : undefined
}

const isKeyOf = (own: string | undefined, item: OrderedBy | undefined): boolean => {
  const { ref: [alias, column, ...more] = [], nulls, element } = item ?? {}
  const isColumn = own !== undefined && alias === own && more.length === 0 && nulls === undefined
  return isColumn && element?.key === true && element.name === column
}
