import { badRequest } from './errors.ts'
import { queriesOf } from './cap.ts'
import type { Concern } from './concern.ts'
import type { Column, Limit, Select } from './cap.ts'

const isCount = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 0)

const isValid = (limit: Limit | undefined): boolean => isCount(limit?.rows?.val) && isCount(limit?.offset?.val)

const columnsAreValid = (columns: readonly (Column | '*')[] = []): boolean =>
  columns.every((column) => column === '*' || (isValid(column.limit) && columnsAreValid(column.expand)))

const selectIsValid = (select: Select | undefined): boolean =>
  !select || (isValid(select.limit) && columnsAreValid(select.columns) && selectIsValid(select.from.SELECT))

/** M31: $top and $skip are not negative and not beyond what counts exactly, in the URL and inside $expand. */
export const pagingLimits: Concern = () => (req, _res, next) => {
  if (queriesOf(req).every((query) => selectIsValid(query.SELECT))) next()
  else next(badRequest('INVALID_PAGING', '$top and $skip must be whole numbers, zero or more.'))
}
