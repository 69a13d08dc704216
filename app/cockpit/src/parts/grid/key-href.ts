import { keyFilters, writeFilters } from './column-filter.ts'
import { hrefOf } from '../route.ts'

interface KeyColumns {
  readonly schema: string
  readonly table: string
  readonly columns: readonly string[]
}

/** Where the rows are that have these values in these columns; undefined for values that refer to nothing. */
export const keyHref = ({ schema, table, columns }: KeyColumns, values: readonly unknown[]): string | undefined => {
  const filters = keyFilters(columns, values)
  return filters && hrefOf('table', [schema, table], { filter: writeFilters(filters) })
}
