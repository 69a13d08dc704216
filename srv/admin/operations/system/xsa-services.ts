import * as t from '../../core/json-schema.ts'
import { SOURCE_LIST, SUPPORT } from '../answer-types.ts'
import type { JsonObject, Operation } from '../operation.ts'
import { readSource } from '../read-source.ts'

const input = t.object({})

const text = t.nullable(t.string())
const output = t.object({
  ...SUPPORT,
  services: t.arrayOf({
    name: t.string(),
    kind: t.oneOf(['application', 'binding', 'database']),
    status: t.oneOf(['running', 'stopped', 'unknown']),
    protocols: t.stringArray(),
    ...t.all(text, 'path', 'label', 'plan'),
    ...t.optionals({ host: text, port: t.nullable(t.integer()) }),
  }),
  count: t.integer(),
  truncated: t.literal(false, { description: 'There are never more' }),
  sources: SOURCE_LIST,
})

/**
 * Lists the application services: those that this server provides, those of the platform that it is bound to, and those
 * that the database runs. Never a credential; hosts and ports are for operators.
 *
 * @returns `{ engine, supported, services, count, truncated, sources }`; a service that answers is `running`, of a binding nothing is known.
 * @see Admin REST API, Endpoints, GET /xsaServices. The response shape is ours.
 */
export const xsaServices: Operation<typeof input> = {
  summary: 'Lists the application services',
  input,
  output,
  run: async (context) => {
    const { config, dialect, model, user } = context
    const source = dialect.monitoring.services
    const own = source && (await readSource(context, source))
    const services: JsonObject[] = [
      ...model.services.map(({ name, path, protocols }) => ({
        ...{ name, kind: 'application', status: 'running', protocols, path, label: null, plan: null },
      })),
      ...config.bindings.map(({ name, label, plan }) => ({
        ...{ name, kind: 'binding', status: 'unknown', protocols: [], path: null, label, plan },
      })),
      ...(own?.items ?? []).map(({ name, status, host, port }) => ({
        ...{ name, kind: 'database', status, protocols: [], path: null, label: null, plan: null },
        ...(user.is('operator') && { host, port }),
      })),
    ]
    const sources = own ? [{ ...own.source }] : []
    return { engine: dialect.engine, supported: true, services, count: services.length, truncated: false, sources }
  },
}
