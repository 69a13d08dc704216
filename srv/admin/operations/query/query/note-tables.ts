import type { UserAnswer } from '../../../database/session.ts'
import { AdminError } from '../../../errors.ts'
import type { SessionContext } from '../../operation.ts'

/**
 * Resolves what a statement has read, so that sensitive data among it is noted.
 *
 * @throws AdminError `NOT_SUPPORTED` where the engine does not tell: what cannot be recorded is not answered.
 */
export const noteTables = async (
  { names, session, dialect }: SessionContext,
  { tables }: UserAnswer,
): Promise<void> => {
  if (!tables)
    throw new AdminError(
      'NOT_SUPPORTED',
      `${dialect.platform} does not tell which tables a statement reads, and the application records reads of sensitive data`,
    )
  for (const [schema, read] of Map.groupBy(tables, (table) => table.schema)) {
    const { isOpen } = await names.openness(session)
    if (!(await isOpen(schema))) continue
    await names.tables(
      session,
      schema,
      read.map(({ name }) => name),
    )
  }
}
