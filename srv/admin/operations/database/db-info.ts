import { ask } from '../../dialects/rows.ts'
import * as t from '../../core/json-schema.ts'
import { AdminError } from '../../core/errors.ts'
import type { JsonObject, Operation, OperationContext } from '../operation.ts'
import { readSource } from '../read-source.ts'

const input = t.object({ details: t.optional(t.boolean('More than name, version and platform')) })

const output = t.object({
  ...t.strings('database', 'version', 'platform'),
  ...t.optionals({
    ...t.strings('engine', 'driver'),
    schema: t.nullable(t.string()),
    user: t.nullable(t.string()),
    serverTime: t.string(),
    startedAt: t.nullable(t.string()),
    sizeBytes: t.nullable(t.integer()),
    encoding: t.nullable(t.string()),
    tenant: t.nullable(t.string('SAP HANA: the tenant database')),
    isContainer: t.boolean('SAP HANA: the schema is a container of its deployment infrastructure'),
    services: t.arrayOf({
      ...t.strings('name', 'status'),
      ...t.optionals({ host: t.nullable(t.string()), port: t.nullable(t.integer()) }),
    }),
  }),
})

/**
 * Tells which database this is.
 *
 * @returns exactly `{ database, version, platform }`, as the contract fixes it; with `details` also engine, driver,
 *   schema, user, serverTime, startedAt, sizeBytes, encoding, tenant, isContainer (these two on SAP HANA) and services, with null for what the engine does not tell.
 *   Hosts and ports of services are for operators.
 * @see Admin REST API, Endpoints, GET /dbInfo. `details` is ours.
 */
export const dbInfo: Operation<typeof input> = {
  summary: 'Tells name, version and platform of the database',
  input,
  output,
  run: async (context, { details = false }) => {
    const { database, dialect } = context
    const [info] = await database.read(context, (session) => ask(session, dialect.catalog.databaseInfo, undefined))
    if (!info) throw new AdminError('DATABASE_ERROR', 'The database does not tell its name')
    return details ? { ...info, ...(await detailsOf(context)) } : info
  },
}

const detailsOf = async (context: OperationContext): Promise<JsonObject> => {
  const { database, dialect, user } = context
  const [known] = await database.read(context, (session) => ask(session, dialect.catalog.databaseDetails, undefined))
  const { services: source } = dialect.monitoring
  const services = source ? (await readSource(context, source)).items : []
  return {
    engine: dialect.engine,
    driver: dialect.driver,
    ...known,
    services: services.map(({ host, port, ...service }) =>
      user.is('operator') ? { ...service, host, port } : service,
    ),
  }
}
