/** Statements of a schema, run on an empty database of the same engine, make what the catalog tells of the first. */
import { DatabaseSync } from 'node:sqlite'
import { CatalogNames } from '../../../../../srv/admin/catalog/names.ts'
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { OWN_ROUTES, ROUTES } from '../../../../../srv/admin/http/routes.ts'
import type { SchemaRegister } from '../../../../../srv/admin/operations/operation.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, type TestEngine, useEngine } from '../../../../support/engines.ts'
import { connectPostgres } from '../../../../support/postgres-client.ts'
import { allObjectsOf } from '../../../../support/postgres-objects.ts'
import { makeSagaSchema } from '../../../../support/saga-schema.ts'
import { STRANGE, STRANGE_SCHEMA } from '../../../../support/strange-schema.ts'

interface Answer {
  readonly count: number
  readonly statements: readonly { readonly type: string; readonly name: string; readonly sql: string }[]
  readonly script: string
  readonly notIncluded: readonly unknown[]
  readonly code?: string
}

const names = ({ dialect }: TestEngine, cloned: SchemaRegister) =>
  new CatalogNames(dialect, ['public', 'main', STRANGE_SCHEMA], cloned)

/** How far sequences are belongs to the rows. */
const structureOf = async (engine: { database: Database }, schema: string) => {
  const { sequences = [], ...others } = await allObjectsOf(engine, schema)
  return { ...others, sequences: sequences.map((row) => ({ ...row, last_value: null })) }
}

describe('PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const api = startEngineApi(engine, [...ROUTES, ...OWN_ROUTES], { names })
  const schema = STRANGE_SCHEMA
  const databases: Database[] = []
  const ddl = async (query: Record<string, string>, user = 'operator') =>
    (await api.get(`/ddl?${new URLSearchParams(query).toString()}`, user)) as unknown as Answer
  /** An empty database on the same server, in which a script has been run. */
  const made = async (name: string, script: string): Promise<{ database: Database }> => {
    const { credentials } = engine().server!
    const admin = await connectPostgres(credentials)
    await admin.query(`CREATE DATABASE ${name}`)
    await admin.end()
    const client = await connectPostgres({ ...credentials, database: name })
    await client.query(script)
    await client.end()
    const database = openPostgres({ ...credentials, database: name })
    databases.push(database)
    return { database }
  }

  beforeAll(async () => {
    await makeSagaSchema(engine())
    await execute(
      engine().database,
      'CREATE ROLE "Odd role"',
      `CREATE SCHEMA "Odd ""schema"`,
      `SET LOCAL search_path = "Odd ""schema"`,
      ...STRANGE,
    )
  })
  afterAll(() => Promise.all(databases.map((database) => database.close())))

  test('the script of a schema makes all that it has', async () => {
    const { script, notIncluded, statements } = await ddl({ schema })
    expect(notIncluded).toEqual([])
    expect(statements.length).toBeGreaterThan(100)
    const other = await made('other', script)
    expect(await structureOf(other, schema)).toEqual(await structureOf(engine(), schema))
  })

  test('the current schema, with functions in a language of procedures', async () => {
    const other = await made('saga', (await ddl({})).script)
    expect(await structureOf(other, 'public')).toEqual(await structureOf(engine(), 'public'))
  })
})

describe('SQLite', () => {
  test('x', () => {
    expect(DatabaseSync).toBeDefined()
  })
})
