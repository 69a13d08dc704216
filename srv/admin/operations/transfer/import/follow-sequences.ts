import { ask } from '../../../dialects/catalog-query.ts'
import type { WriteSession } from '../../../database/session.ts'
import { AdminError } from '../../../errors.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

/**
 * Moves sequences on, so that the next number that the database gives is none that a file has brought. It cannot be undone, and
 * belongs at the end.
 *
 * @throws AdminError `INSUFFICIENT_PRIVILEGE` where the database does not let its user do that.
 */
export const followSequences = async (
  { session, dialect: { sequences } }: SessionContext<WriteSession>,
  { schema, name: table }: ResolvedTable,
  columns: readonly string[],
): Promise<void> => {
  if (!sequences) return
  for (const sequence of await ask(session, sequences.ofTable, { schema, table })) {
    if (!columns.includes(sequence.column)) continue
    if (!sequence.isMovable)
      throw new AdminError(
        'INSUFFICIENT_PRIVILEGE',
        `Sequence ${sequence.name} of column '${sequence.column}' may not be moved on; to have the rows numbered anew, send identities 'renumber'`,
      )
    await session.query(sequences.moveOn({ schema, table }, sequence))
  }
}
