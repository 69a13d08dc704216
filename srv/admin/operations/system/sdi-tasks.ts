import * as t from '../../core/json-schema.ts'
import { SOURCE_LIST, SUPPORT } from '../answer-types.ts'
import type { JsonObject, Operation } from '../operation.ts'
import { readSource, refuseIfAllDenied } from '../read-source.ts'

const input = t.object({})

const text = t.nullable(t.string())
const output = t.object({
  ...SUPPORT,
  tasks: t.arrayOf({
    ...{ name: t.string(), schema: text, type: t.oneOf(['task', 'subscription', 'job']), source: t.string() },
    ...{ status: text, enabled: t.nullable(t.boolean()), lastStart: text, lastEnd: text },
    ...{ progressPercent: t.nullable(t.number()), processedRecords: t.nullable(t.number()), lastError: text },
  }),
  count: t.integer(),
  truncated: t.literal(false, { description: 'There are never more' }),
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
      const result = await readSource(context, source)
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
