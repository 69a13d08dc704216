import * as t from '../../core/json-schema.ts'
import type { DatabaseSession, SessionMonitoring } from '../../dialects/sessions.ts'
import { AdminError } from '../../core/errors.ts'
import type { Operation, OperationContext } from '../operation.ts'
import { idOf } from '../session-id.ts'

const INPUT = t.object({
  id: t.string('As GET /sessions tells it'),
  own: t.optional(t.boolean('Also one that may be of this server itself', { default: false })),
})

const OUTPUT = t.object({ id: t.string(), ended: t.boolean() })

/**
 * Ends one session of the database: what it does is rolled back, and its locks are given back. Never another one that
 * has got its number, nor the one that asks.
 *
 * @throws AdminError `SESSION_NOT_FOUND`; `OWN_SESSION` for one that may be of this server, unless that is wanted;
 *   `NOT_SUPPORTED`; `INSUFFICIENT_PRIVILEGE` when the database user may not.
 * @see Ours: the contract has no such operation.
 */
export const endSession: Operation<typeof INPUT> = {
  summary: 'Ends a session of the database',
  input: INPUT,
  output: OUTPUT,
  run: async (context, { id, own = false }) => {
    const monitoring = context.dialect.monitoring.sessions
    if (!monitoring.supported) throw new AdminError('NOT_SUPPORTED', monitoring.reason)
    const { sessions } = monitoring
    const known = await context.database.read(context, (session) => session.query(sessions.statement))
    const found = known.map(sessions.item).find((each) => idOf(each) === id)
    if (!found) throw notFound(id)
    if (found.isOwn && !own)
      throw new AdminError('OWN_SESSION', `Session ${id} may be of this server itself; 'own' says that it is meant`)
    if (!(await end(context, monitoring, found))) throw notFound(id)
    return { id, ended: true }
  },
}

const notFound = (id: string): AdminError => new AdminError('SESSION_NOT_FOUND', `There is no session '${id}' any more`)

/** @returns whether it was still there. */
const end = async (
  context: OperationContext,
  monitoring: SessionMonitoring,
  { number, mark }: DatabaseSession,
): Promise<boolean> => {
  const statement = monitoring.end.statement(number, mark ?? '')
  if (monitoring.end.by === 'read') {
    const rows = await context.database.read(context, (session) => session.query(statement))
    return rows.some((row) => row['ended'] === true)
  }
  await context.database.write(context, (session) => session.execute(statement))
  return true
}
