import { ask } from '../dialects/rows.ts'
import type { WriteSession } from '../database/session.ts'
import { AdminError } from '../core/errors.ts'
import type { ResolvedTable, SessionContext } from './operation.ts'

/**
 * Moves sequences on, so that the next number that the database gives is none that a file has brought. It belongs at the end:
 * others wait for their numbers from here on, and who does not own a sequence cannot undo that it was moved (which leaves a gap).
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
    const hold = sequences.hold(sequence)
    if (hold) await session.execute(hold)
    await session.query(sequences.moveOn({ schema, table }, sequence))
  }
}
