import * as t from '../../core/json-schema.ts'
import type { Source } from '../../dialects/monitoring.ts'
import { SOURCE_LIST, SUPPORT } from '../answer-types.ts'
import type { JsonObject, Operation } from '../operation.ts'
import { readSource, refuseIfAllDenied, type SourceStatus } from '../read-source.ts'

const input = t.object({})

const text = t.nullable(t.string())
const number = t.nullable(t.number())
const output = t.object({
  ...SUPPORT,
  configured: t.boolean(),
  role: t.oneOf(['primary', 'standby', 'standalone', 'unknown']),
  replicas: t.arrayOf({
    ...{ name: text, host: text, port: number, ...t.all(text, 'mode', 'status', 'syncState') },
    ...{ sentPosition: text, replayPosition: text, lagBytes: number, lagSeconds: number, lastContact: text },
  }),
  slots: t.arrayOf({
    ...{ ...t.strings('name', 'type'), plugin: text, database: text },
    ...{ active: t.boolean(), retainedBytes: number, walStatus: text },
  }),
  subscriptions: t.arrayOf({
    ...{ name: t.string(), enabled: t.boolean(), status: t.string() },
    ...{ receivedPosition: text, lastContact: text },
  }),
  sources: SOURCE_LIST,
  checkedAt: t.dateTime(),
})

/**
 * Tells which systems changes are sent to and taken from, and how far they are behind.
 *
 * @returns `{ engine, supported, reason?, configured, role, replicas, slots, subscriptions, sources, checkedAt }`.
 *   `role` is `unknown` where the engine does not say; `sources` tells what could be read, so that no list is taken for
 *   empty that was closed.
 * @throws AdminError `INSUFFICIENT_PRIVILEGE` when the database user may read none of the engine's views.
 * @see Admin REST API, Endpoints, GET /replicationStatus. The response shape is ours.
 */
export const replicationStatus: Operation<typeof input> = {
  summary: 'Tells how replication stands',
  input,
  output,
  run: async (context) => {
    const { dialect } = context
    const { replication } = dialect.monitoring
    const checkedAt = new Date().toISOString()
    if (!replication.supported)
      return {
        engine: dialect.engine,
        ...replication,
        configured: false,
        role: 'standalone',
        ...{ replicas: [], slots: [], subscriptions: [], sources: [] },
        checkedAt,
      }
    const sources: SourceStatus[] = []
    const read = async <Item>(given: readonly Source<Item>[]): Promise<Item[]> => {
      const items: Item[] = []
      for (const source of given) {
        const result = await readSource(context, source)
        sources.push(result.source)
        items.push(...result.items)
      }
      return items
    }
    const [role] = await read([replication.role])
    const replicas = await read(replication.replicas)
    const slots = await read(replication.slots)
    const subscriptions = await read(replication.subscriptions)
    refuseIfAllDenied(sources)
    const configured = role === 'standby' || [replicas, slots, subscriptions].some((list) => list.length > 0)
    const isAllSeen = sources.every(({ status }) => status === 'ok')
    const answer: JsonObject = {
      engine: dialect.engine,
      supported: true,
      configured,
      role: role === 'primary' && !configured && isAllSeen ? 'standalone' : (role ?? 'unknown'),
      replicas: replicas.map((replica) => ({ ...replica })),
      slots: slots.map((slot) => ({ ...slot })),
      subscriptions: subscriptions.map((subscription) => ({ ...subscription })),
      sources: sources.map((source) => ({ ...source })),
      checkedAt,
    }
    return answer
  },
}
