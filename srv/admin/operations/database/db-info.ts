import { Type } from '@sinclair/typebox'
import { AdminError } from '../../errors.ts'
import { nullable } from '../answer-types.ts'
import type { JsonObject, Operation, OperationContext } from '../operation.ts'
import { readSource } from '../read-source.ts'

const input = Type.Object({
  details: Type.Optional(Type.Boolean({ description: 'More than name, version and platform' })),
})

const output = Type.Object({
  database: Type.String(),
  version: Type.String(),
  platform: Type.String(),
  engine: Type.Optional(Type.String()),
  driver: Type.Optional(Type.String()),
  schema: Type.Optional(nullable(Type.String())),
  user: Type.Optional(nullable(Type.String())),
  serverTime: Type.Optional(Type.String()),
  startedAt: Type.Optional(nullable(Type.String())),
  sizeBytes: Type.Optional(nullable(Type.Integer())),
  encoding: Type.Optional(nullable(Type.String())),
  tenant: Type.Optional(nullable(Type.String({ description: 'SAP HANA: the tenant database' }))),
  isContainer: Type.Optional(
    Type.Boolean({ description: 'SAP HANA: the schema is a container of its deployment infrastructure' }),
  ),
  services: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        status: Type.String(),
        host: Type.Optional(nullable(Type.String())),
        port: Type.Optional(nullable(Type.Integer())),
      }),
    ),
  ),
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
  name: 'dbInfo',
  summary: 'Tells name, version and platform of the database',
  input,
  output,
  run: async (context, { details = false }) => {
    const { database, dialect } = context
    const { databaseInfo } = dialect.catalog
    const [row] = await database.read(context, (session) => session.query(databaseInfo.statement()))
    if (!row) throw new AdminError('DATABASE_ERROR', 'The database does not tell its name')
    const info = { ...databaseInfo.item(row) }
    return details ? { ...info, ...(await detailsOf(context)) } : info
  },
}

const detailsOf = async (context: OperationContext): Promise<JsonObject> => {
  const { database, dialect, user } = context
  const { databaseDetails } = dialect.catalog
  const [row] = await database.read(context, (session) => session.query(databaseDetails.statement()))
  const { services: source } = dialect.monitoring
  const services = source ? (await readSource(database, context, source)).items : []
  return {
    engine: dialect.engine,
    driver: dialect.driver,
    ...(row && databaseDetails.item(row)),
    services: services.map(({ host, port, ...service }) =>
      user.is('operator') ? { ...service, host, port } : service,
    ),
  }
}
