import { CatalogNames } from '../../srv/admin/catalog/names.ts'
import { HanaConnection } from '../../srv/admin/database/hana/connection.ts'
import type { HanaCredentials, Driver } from '../../srv/admin/database/hana/driver.ts'
import type { Database } from '../../srv/admin/database/session.ts'
import { hanaDialect } from '../../srv/admin/dialects/hana/dialect.ts'
import { DIRECTOR, FILM } from '../support/hana/film-system.ts'
import { KINDS } from '../support/hana/kinds.ts'
import { OPERATION_REQUESTS } from '../support/hana/operation-requests.ts'
import { operationRunner } from '../support/hana/run-operations.ts'
import { type Line, lineOf, trial } from './check-lines.ts'
import { columnList, patient } from './own-schema.ts'
import { sentStatements } from './statements.ts'

/** Operations that ask the catalog and the monitoring views only. */
const OF_CATALOG = [
  ...['dbInfo', 'alerts', 'replicationStatus', 'sessions', 'tables', 'views', 'structure', 'columns', 'schemas'],
  ...['sdiTasks', 'xsaServices'],
]

/** Temporary tables have the names of the tables that they stand for. */
const temporary = (name: string): string => `"#SAGA_CHECK_${name}"`
const TABLES = {
  ...{ DIRECTOR, FILM, FILM_OLD: FILM, FILM_NO_KEY: FILM.map((each) => ({ ...each, isKey: false })), KINDS },
  ...{ FILM_TITLE: FILM.filter(({ name }) => ['ID', 'TITLE', 'OPENING'].includes(name)) },
  ...{ OTHER_FILM: FILM.slice(0, 4) },
}

const OBJECT = /"(APP|OTHER|CLONE\w*)"\."([^"]+)"/g

/** A statement on the temporary tables; null where it needs one that there is not. */
const onTemporary = (sql: string): string | null => {
  const nameOf = (schema: string, table: string): string => (schema === 'APP' ? table : `${schema}_${table}`)
  const named = [...sql.matchAll(OBJECT)].map(([, schema = '', table = '']) => nameOf(schema, table))
  if (!named.every((name) => name in TABLES)) return null
  return sql.replace(OBJECT, (_whole, schema: string, table: string) => temporary(nameOf(schema, table)))
}

/**
 * Tries what can be tried by a user who may make no schema, such as that of a container: the catalog is asked as by
 * operations, and every other statement runs on temporary tables of one session, which end with it.
 */
export async function* checkContainer(
  driver: Driver,
  credentials: HanaCredentials,
  database: Database,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  for (const { operation, input } of OPERATION_REQUESTS.filter((each) => OF_CATALOG.includes(each.operation))) {
    if (signal.aborted) return
    yield await askCatalog(database, operation, input)
  }
  const connection = await HanaConnection.open(driver, credentials)
  try {
    yield await trial('makes temporary tables', async () => {
      for (const [name, columns] of Object.entries(TABLES))
        await connection.execute(`CREATE LOCAL TEMPORARY COLUMN TABLE ${temporary(name)} (${columnList(columns)})`, [])
    })
    for (const { sql, parameters } of await sentStatements()) {
      const own = onTemporary(sql)
      if (own === null || signal.aborted) continue
      const error = await run(connection, own, parameters).catch((failure: unknown) => failure as Error)
      yield lineOf('run', { sql: own, error: causeOf(error) })
    }
  } finally {
    await connection.rollback().catch(() => undefined) // gone with its connection
    connection.destroy()
  }
}

const run = async (connection: HanaConnection, sql: string, parameters: Parameters<HanaConnection['query']>[1]) => {
  if (/^\s*(?:SELECT|WITH)\b/i.test(sql)) await connection.query(sql, parameters)
  else await connection.execute(sql, parameters)
  return null
}

/** The words of the server, which the API keeps to itself. */
const causeOf = (error: Error | null): Error | null => (error?.cause instanceof Error ? error.cause : error)

const askCatalog = async (database: Database, operation: string, input: object): Promise<Line> => {
  const own = Object.fromEntries(Object.entries(input).filter(([field]) => field !== 'schema'))
  const cloned = { has: () => false, add: () => Promise.resolve(), remove: () => Promise.resolve() }
  const current = await database.read(patient(), (session) =>
    session.query(hanaDialect.catalog.currentSchema.statement()),
  )
  const names = new CatalogNames(hanaDialect, [String(current[0]?.['name'])], cloned)
  const problem = await operationRunner(database, names)(operation, own).then(
    () => null,
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )
  const isDenied = problem === 'INSUFFICIENT_PRIVILEGE'
  return { kind: 'operation', text: `${operation} ${JSON.stringify(own)}`, problem, isDenied }
}
