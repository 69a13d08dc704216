import type { UserAnswer } from '../../../database/session.ts'
import { AdminError } from '../../../errors.ts'
import type { SessionContext } from '../../operation.ts'

/**
 * Notes of what a statement has read that the database may hide rows of it from its user, and, where reads are recorded, that it
 * holds sensitive data.
 *
 * @throws AdminError `NOT_SUPPORTED` where the engine does not tell: what cannot be recorded is not answered.
 */
export const noteTables = async (
  { names, session, dialect, isRecorded }: SessionContext,
  { tables, functions = [] }: UserAnswer,
): Promise<void> => {
  if (!tables && isRecorded)
    throw new AdminError(
      'NOT_SUPPORTED',
      `${dialect.platform} does not tell which tables a statement reads, and the application records reads of sensitive data`,
    )
  for (const [schema, read] of Map.groupBy(tables ?? [], (table) => table.schema)) {
    const { isOpen } = await names.openness(session)
    if (!(await isOpen(schema))) continue
    const called = read.map(({ name }) => name)
    if (isRecorded) await names.tables(session, schema, called)
    else await names.hiddenRows(session, { schema, tables: called })
  }
  for (const [schema, called] of Map.groupBy(functions, (each) => each.schema))
    await names.hiddenRows(session, { schema, tables: [], functions: called.map(({ name }) => name) })
}
