import { Type } from '@sinclair/typebox'
import { nullable, oneOf, SOURCE_LIST, SUPPORT } from '../answer-types.ts'
import type { JsonObject, Operation } from '../operation.ts'
import { readSource, refuseIfAllDenied } from '../read-source.ts'

const input = Type.Object({})

const text = nullable(Type.String())
const output = Type.Object({
  ...SUPPORT,
  tasks: Type.Array(
    Type.Object({
      ...{ name: Type.String(), schema: text, type: oneOf(['task', 'subscription', 'job']), source: Type.String() },
      ...{ status: text, enabled: nullable(Type.Boolean()), lastStart: text, lastEnd: text },
      ...{ progressPercent: nullable(Type.Number()), processedRecords: nullable(Type.Number()), lastError: text },
    }),
  ),
  count: Type.Integer(),
  truncated: Type.Literal(false, { description: 'There are never more' }),
  sources: SOURCE_LIST,
})

/**
 * Lists the data-integration tasks that the database runs: tasks, subscriptions and scheduled jobs, each with its last
 * run. Nothing is started or stopped here.
 *
 * @returns `{ engine, supported, reason?, tasks, count, truncated, sources }`.
 * @throws AdminError `INSUFFICIENT_PRIVILEGE` when the database user may read none of the engine's views.
 * @see Admin REST API, Endpoints, GET /sdiTasks. The response shape is ours.
 */
export const sdiTasks: Operation<typeof input> = {
  name: 'sdiTasks',
  summary: 'Lists the data-integration tasks',
  input,
  output,
  run: async (context) => {
    const { engine, monitoring } = context.dialect
    if (!monitoring.tasks.supported)
      return { engine, ...monitoring.tasks, tasks: [], count: 0, truncated: false, sources: [] }
    const tasks: JsonObject[] = []
    const sources = []
    for (const source of monitoring.tasks.sources) {
      const result = await readSource(context.database, context, source)
      sources.push({ ...result.source })
      tasks.push(
        ...result.items.map(({ name, schema, type, ...task }) => ({
          name,
          schema,
          type,
          source: source.name,
          ...task,
        })),
      )
    }
    refuseIfAllDenied(sources)
    return { engine, supported: true, tasks, count: tasks.length, truncated: false, sources }
  },
}
