import type { Statement } from '../values.ts'
import { compileFilter, type FilterTarget } from './compile.ts'
import { parseFilter } from './parse.ts'

/**
 * Compiles the text of a filter to a condition; null when there is none.
 *
 * @param firstPosition position of the condition's first parameter, from 1.
 * @throws AdminError `INVALID_FILTER`, `COLUMN_NOT_FOUND`, `AMBIGUOUS_NAME`.
 */
export const compileWhere = (text: string | undefined, target: FilterTarget, firstPosition = 1): Statement | null =>
  text === undefined || text === '' ? null : compileFilter(parseFilter(text), target, firstPosition)
