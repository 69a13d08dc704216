import { badRequest } from '../errors/errors.ts'
import { type Column, type Concern, type Limit, queriesOf, type Select } from '../../cap/odata.ts'

const isCount = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 0)

const isValid = (limit: Limit | undefined): boolean => isCount(limit?.rows?.val) && isCount(limit?.offset?.val)

const columnsAreValid = (columns: readonly (Column | '*')[] = []): boolean =>
  columns.every((column) => column === '*' || (isValid(column.limit) && columnsAreValid(column.expand)))

const selectIsValid = (select: Select | undefined): boolean =>
  !select || (isValid(select.limit) && columnsAreValid(select.columns) && selectIsValid(select.from.SELECT))

/** More than any collection has, and a number that every database takes. */
const ALL = 2_147_483_647

/** `$skip` without `$top` inside `$expand`: databases know an offset only together with a limit. */
const completeLimits = (columns: readonly (Column | '*')[] = []): void => {
  for (const column of columns) {
    if (column === '*' || !column.expand) continue
    if (column.limit?.offset) column.limit.rows ??= { val: ALL }
    completeLimits(column.expand)
  }
}

/** $top and $skip are not negative and not beyond what counts exactly, in the URL and inside $expand. */
export const pagingLimits: Concern = () => (req, _res, next) => {
  const queries = queriesOf(req)
  if (queries.every((query) => selectIsValid(query.SELECT))) {
    for (const { SELECT } of queries) completeLimits(SELECT?.columns)
    next()
  } else next(badRequest('INVALID_PAGING', '$top and $skip must be whole numbers, zero or more.'))
}
