import { changeTranslation, type DatabaseService } from '../cap/database-service.ts'

/** Where rows come from: a table, or tables that are joined. */
interface From {
  readonly ref?: readonly unknown[]
  readonly as?: string
  readonly join?: string
  readonly args?: readonly From[]
}

interface OrderItem {
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

        override _orderBy(items: readonly OrderItem[], localized?: unknown, locale?: unknown): string[] {
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

const isKeyOf = (own: string | undefined, item: OrderItem | undefined): boolean => {
  const { ref: [alias, column, ...more] = [], nulls, element } = item ?? {}
  const isColumn = own !== undefined && alias === own && more.length === 0 && nulls === undefined
  return isColumn && element?.key === true && element.name === column
}
