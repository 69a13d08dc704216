import { AdminError } from '../../errors.ts'
import { beforeDeadline, type Deadline } from '../deadline.ts'
import { BoundedRows, ofStatement, type UserAnswer, type UserStatement } from '../user-statement.ts'
import type { HanaConnection } from './connection.ts'
import { LARGE_VALUE } from './read-batches.ts'
import { typeName } from './type-codes.ts'

/**
 * Runs a statement of a user on a connection in a read-only transaction. What the tables are that it names, the server tells
 * only by writing a plan into a table of its own, so there is neither a plan nor a check of schemas: the rights of the
 * database user are the bound. Not exercised on a live system.
 */
export const askUserStatement = async (
  connection: HanaConnection,
  deadline: Deadline,
  { sql, rowLimit, isPlan }: UserStatement,
): Promise<UserAnswer> => {
  if (isPlan)
    throw new AdminError(
      'NOT_SUPPORTED',
      'SAP HANA explains a statement only by writing its plan into a table, which is not done',
    )
  let columns: UserAnswer['columns'] = []
  let bounded = new BoundedRows(rowLimit, 1)
  const batches = connection.select(sql, (metadata) => {
    columns = metadata.map(({ columnDisplayName, dataType }) => ({ name: columnDisplayName, type: typeName(dataType) }))
    bounded = new BoundedRows(rowLimit, columns.length)
  })
  try {
    for (;;) {
      const next = await beforeDeadline(batches.next(), deadline)
      if (next.done || !next.value.every((row) => bounded.add(row))) break
    }
  } catch (error) {
    throw ofStatement(error)
  } finally {
    if (!deadline.signal.aborted) await batches.return(undefined)
  }
  const { rows, isTruncated } = bounded
  const unread = rows.reduce((sum, row) => sum + row.filter((value) => value === LARGE_VALUE).length, 0)
  return { tables: null, columns, rows, isTruncated, cutValues: bounded.cutValues + unread, plan: null }
}
