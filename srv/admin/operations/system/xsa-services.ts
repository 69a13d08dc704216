import { Type } from '@sinclair/typebox'
import { NAMES, nullable, oneOf, SOURCE_LIST, SUPPORT } from '../answer-types.ts'
import type { JsonObject, Operation } from '../operation.ts'
import { readSource } from '../read-source.ts'

const input = Type.Object({})

const text = nullable(Type.String())
const output = Type.Object({
  ...SUPPORT,
  services: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: oneOf(['application', 'binding', 'database']),
      status: oneOf(['running', 'stopped', 'unknown']),
      protocols: NAMES,
      path: text,
      label: text,
      plan: text,
      host: Type.Optional(text),
      port: Type.Optional(nullable(Type.Integer())),
    }),
  ),
  count: Type.Integer(),
  truncated: Type.Literal(false, { description: 'There are never more' }),
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
  name: 'xsaServices',
  summary: 'Lists the application services',
  input,
  output,
  run: async (context) => {
    const { config, database, dialect, model, user } = context
    const source = dialect.monitoring.services
    const own = source && (await readSource(database, context, source))
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
