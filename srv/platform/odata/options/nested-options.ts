import { ExpandSyntaxError, parseExpand } from './expand.ts'
import type { QueryOption } from '../url/query-string.ts'

/**
 * The options of a query string and those within `$expand`, each by itself. An `$expand` that cannot be read stays as
 * it is.
 */
export const nestedOptions = (options: readonly QueryOption[]): QueryOption[] =>
  options.flatMap((option) => {
    if (option.name !== '$expand') return [option]
    try {
      return parseExpand(option.value).flatMap((item) => nestedOptions(item.options ?? []))
    } catch (error) {
      if (error instanceof ExpandSyntaxError) return [option]
      throw error
    }
  })
