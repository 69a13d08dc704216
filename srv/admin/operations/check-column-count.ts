import { AdminError } from '../core/errors.ts'

/** Two values of each column stand side by side in one result, of whose columns PostgreSQL allows 1,664. */
const MOST_COLUMNS = 800

/** @throws AdminError `LIMIT_TOO_LARGE` for more columns than can be compared at once. */
export const checkColumnCount = (count: number): void => {
  if (count > MOST_COLUMNS)
    throw new AdminError(
      'LIMIT_TOO_LARGE',
      `${count} columns are more than the ${MOST_COLUMNS} that are compared at once: list some of them`,
    )
}
