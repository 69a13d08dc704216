import { refuseMore } from '../../list-page.ts'
import { parseColumnList } from '../../../core/column-list.ts'
import { AdminError } from '../../../core/errors.ts'
import { FUNCTIONS, type Input, type SeriesFunction } from './input.ts'

/** @throws AdminError `INVALID_PARAMETER`. */
export const readFunctions = ({ functions }: Input, fallback: readonly SeriesFunction[]): readonly SeriesFunction[] =>
  parseColumnList(functions, 'functions')?.map((name) => {
    const known = FUNCTIONS.find((each) => each === name.toLowerCase())
    if (!known) throw new AdminError('INVALID_PARAMETER', `'functions' are ${FUNCTIONS.join(', ')}; not '${name}'`)
    return known
  }) ?? fallback

/** @throws AdminError `NOT_SUPPORTED` with those that there are. */
export const readMethod = <Method extends string>(
  { action = 'list', method }: Input,
  known: readonly Method[],
  fallback: Method,
): Method => {
  if (method === undefined) return fallback
  const found = known.find((each) => each === method)
  if (!found)
    throw new AdminError('NOT_SUPPORTED', `'method' of ${action} is ${known.join(', ')}; not '${method.slice(0, 64)}'`)
  return found
}

/** @throws AdminError `LIMIT_TOO_LARGE`. */
export const readLimit = (wanted: number | undefined, fallback: number, max: number): number => {
  const limit = wanted ?? Math.min(fallback, max)
  refuseMore('limit', limit, max)
  return limit
}
