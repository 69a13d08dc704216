import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CatalogNames } from '../../srv/admin/catalog/names.ts'
import { copiedTables, type CopyRegister, clonedSchemas } from '../../srv/admin/catalog/registers.ts'
import type { OperationContext, SchemaRegister } from '../../srv/admin/operations/operation.ts'
import { hiddenOf, withoutHidden } from '../../srv/admin/core/hidden.ts'
import type { Model } from '../../srv/admin/core/model.ts'
import type { Dialect } from '../../srv/admin/dialects/dialect.ts'
import type { RecordRead } from '../../srv/admin/http/audit.ts'
import { hideTables } from '../../srv/admin/catalog/hide-tables.ts'
import type { Value, ValueKind } from '../../srv/admin/core/values.ts'
import type { Route } from '../../srv/admin/http/routes.ts'
import { as, startApi } from './admin-api.ts'
import { ask, batches, execute, type TestEngine, unhurried } from './engines.ts'
import type { WireAnswer, WireRequest } from './http-client.ts'

type Body = Record<string, unknown>

export interface EngineApi {
  /** The directory of files for imports, known inside tests. */
  readonly files: string
  /** Known inside tests. */
  readonly port: number
  /** The body of the answer, whatever its status. */
  post(path: string, body: Body, user?: string): Promise<Body>
  get(path: string, user?: string): Promise<Body>
  send(request: WireRequest): Promise<WireAnswer>
}

interface EngineApiOptions {
  readonly model?: Model
  readonly settings?: Body
  readonly recordRead?: RecordRead
  /** What a deployment of the model would run. */
  readonly modelStatements?: OperationContext['modelStatements']
  /** Files of checks of the application. */
  readonly checkFiles?: OperationContext['checkFiles']
  /** How names are resolved; by default all schemas are there. */
  readonly names?: (engine: TestEngine, cloned: SchemaRegister, copies: CopyRegister) => CatalogNames
}

/** Serves operations on a real engine before the tests of a `describe`. @param engine started by then. */
export const startEngineApi = (
  engine: () => TestEngine,
  routes: readonly Route[],
  {
    model = { entities: [], services: [] },
    settings = {},
    recordRead,
    modelStatements,
    checkFiles,
    names = ({ dialect }, cloned, copies) => new CatalogNames(dialect, null, cloned, { model, copies }),
  }: EngineApiOptions = {},
): EngineApi => {
  // As that of a database of which nothing has been copied yet: it is not there.
  const directory = join(mkdtempSync(join(tmpdir(), 'saga-schemas-')), 'of-database')
  const cloned = clonedSchemas(directory)
  const copies = copiedTables(directory)
  const shown = (): Dialect => hideTables(engine().dialect, hiddenOf(model))
  const api = startApi({
    routes,
    settings,
    services: {
      get dialect() {
        return shown()
      },
      get database() {
        return engine().database
      },
      get names() {
        return names({ ...engine(), dialect: shown() }, cloned, copies)
      },
      model: withoutHidden(model),
      ...(modelStatements && { modelStatements }),
      ...(checkFiles && { checkFiles }),
    },
    recordRead,
  })
  return {
    get files() {
      return api.files
    },
    get port() {
      return api.port
    },
    get: async (path, user = 'operator') =>
      (await api.send({ method: 'GET', path: `/api/v1${path}`, headers: as(user) })).json,
    send: (request) => api.send(request),
    post: async (path, body, user = 'operator') => {
      const headers = { ...as(user), 'content-type': 'application/json' }
      return (await api.send({ method: 'POST', path: `/api/v1${path}`, headers, body: JSON.stringify(body) })).json
    },
  }
}

/** A type of each kind in each engine's words: CAP's own on SQLite. */
const TYPES: Record<string, Partial<Record<ValueKind, string>>> = {
  sqlite: {
    boolean: 'BOOLEAN',
    integer: 'BIGINT',
    decimal: 'REAL_DECIMAL(12, 2)',
    float: 'DOUBLE',
    text: 'NVARCHAR(200)',
    date: 'DATE_TEXT',
    timestamp: 'TIMESTAMP_TEXT',
    binary: 'BLOB',
  },
  postgres: {
    boolean: 'BOOLEAN',
    integer: 'BIGINT',
    decimal: 'DECIMAL(12, 2)',
    float: 'FLOAT8',
    text: 'VARCHAR(200)',
    date: 'DATE',
    timestamp: 'TIMESTAMP',
    binary: 'BYTEA',
  },
}

/** A column of a test's table, keys first. */
export interface TestColumn {
  readonly name: string
  readonly kind: ValueKind
  readonly isKey?: boolean
}

/** Makes a table anew and fills it. */
export const fillTable = async (
  engine: TestEngine,
  name: string,
  columns: readonly TestColumn[],
  rows: readonly (readonly Value[])[],
): Promise<void> => {
  const { database, dialect, schema } = engine
  const keys = columns.filter(({ isKey }) => isKey).map((column) => dialect.quote(column.name))
  const list = columns.map((column) => `${dialect.quote(column.name)} ${TYPES[dialect.engine]?.[column.kind] ?? ''}`)
  const key = keys.length === 0 ? [] : [`PRIMARY KEY (${keys.join(', ')})`]
  const table = dialect.quote(name)
  await execute(database, `DROP TABLE IF EXISTS ${table}`, `CREATE TABLE ${table} (${[...list, ...key].join(', ')})`)
  const stored = await ask(engine, dialect.catalog.columns, { schema, table: name })
  const bound = rows.map((row) =>
    row.map((value, index) => (stored[index] ? dialect.bindValue(stored[index], value) : value)),
  )
  await database.write(unhurried(), (session) =>
    session.insert({ schema, table: name, columns: columns.map((column) => column.name) }, batches(bound)),
  )
}
