import * as t from '../../core/json-schema.ts'
import { statementText } from '../../core/statement-text.ts'
import { type DatabaseSession, MOST_SESSIONS, type SessionWait } from '../../dialects/sessions.ts'
import { SOURCE_LIST, SUPPORT } from '../answer-types.ts'
import type { JsonObject, Operation } from '../operation.ts'
import { readSource } from '../read-source.ts'
import { idOf } from '../session-id.ts'

const input = t.object({})

const text = t.nullable(t.string())
const output = t.object({
  ...SUPPORT,
  sessions: t.arrayOf({
    id: t.nullable(t.string('Of this session alone, also when it has ended; null when that is hidden')),
    number: t.integer(),
    ...t.all(text, 'user', 'application', 'client', 'state'),
    ...t.all(text, 'startedAt', 'transactionStartedAt', 'statementStartedAt'),
    statement: t.nullable(t.string('The running one, or the last; values of it are for admins, passwords for nobody')),
    waitsFor: text,
    blockedBy: t.array(t.integer(), 'Numbers of sessions; 0 is a prepared transaction'),
    isOwn: t.boolean('Of this server, or of another program on its machine that signs in as the same user'),
  }),
  truncated: t.boolean(),
  slowStatements: t.arrayOf({
    ...{ statement: text, user: text, calls: t.integer(), totalMs: t.number(), maxMs: t.number() },
    ...{ rows: t.nullable(t.integer()), startedAt: text },
  }),
  connections: t.object(t.integers('idle', 'busy', 'waiting'), {
    description: 'Those of this API, and requests that wait for one',
  }),
  sources: SOURCE_LIST,
  checkedAt: t.dateTime(),
})

/**
 * Tells who is connected to the database and what runs there, who waits for whom, and which statements took long.
 *
 * @returns `{ engine, supported, reason?, sessions, truncated, slowStatements, connections, sources, checkedAt }`;
 *   `sources` tells what could be read. Values in the texts of statements may be of sensitive columns: they are for admins.
 * @see Ours: the contract has no such operation.
 */
export const sessions: Operation<typeof input> = {
  summary: 'Tells what runs in the database, and who waits for whom',
  input,
  output,
  run: async (context) => {
    const { dialect, database, user } = context
    const known = { engine: dialect.engine, connections: { ...database.usage() }, checkedAt: new Date().toISOString() }
    const monitoring = dialect.monitoring.sessions
    if (!monitoring.supported)
      return { ...known, ...monitoring, sessions: [], truncated: false, slowStatements: [], sources: [] }
    const listed = await readSource(context, monitoring.sessions)
    const waits = await readSource(context, monitoring.waits)
    const slow = await readSource(context, monitoring.slowStatements)
    const { hides } = dialect
    const shown = (statement: string | null): string | null => {
      if (statement === null || hides?.mentionsTable(statement)) return null
      const seesValues = user.is('admin') && !hides?.mentionsColumn(statement)
      return statementText(statement, seesValues, dialect.engine)
    }
    return {
      ...known,
      supported: true,
      sessions: listed.items.map((session) => describe(session, waits.items, shown)),
      truncated: listed.items.length === MOST_SESSIONS,
      slowStatements: slow.items.map((each) => ({ ...each, statement: shown(each.statement) })),
      sources: [listed, waits, slow].map(({ source }) => ({ ...source })),
    }
  },
}

const describe = (
  session: DatabaseSession,
  waits: readonly SessionWait[],
  shown: (statement: string | null) => string | null,
): JsonObject => {
  const { mark: _, statement, waitsFor, ...rest } = session
  const own = waits.filter(({ waiting }) => waiting === session.number)
  return {
    id: idOf(session),
    ...rest,
    statement: shown(statement),
    waitsFor: own[0]?.lock ?? waitsFor,
    blockedBy: [...new Set(own.flatMap(({ blockers }) => blockers))],
  }
}
