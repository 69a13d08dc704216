/** Statements of a schema, run on an empty database of the same engine, make what the catalog tells of the first. */
import { DatabaseSync } from 'node:sqlite'
import { CatalogNames } from '../../../../../srv/admin/catalog/names.ts'
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { OWN_ROUTES, ROUTES } from '../../../../../srv/admin/http/routes.ts'
import type { SchemaRegister } from '../../../../../srv/admin/operations/operation.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, query, type TestEngine, useEngine } from '../../../../support/engines.ts'
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

  test('one object is told with what belongs to it', async () => {
    const told = async (query: Record<string, string>) =>
      (await ddl({ schema, ...query })).statements.map(({ type, name, sql }) => [`${type} ${name}`, sql] as const)
    const kinds = async (query: Record<string, string>) => [...new Set((await told(query)).map(([what]) => what))]
    expect(await kinds({ name: 'BY_INDEX' })).toEqual(
      expect.arrayContaining([
        'table by_index',
        'index Odd index',
        'statistics on_expressions',
        'trigger Off',
        'policy Own rows',
      ]),
    )
    expect(await told({ name: 'Mood', type: 'type' })).toContainEqual([
      'type Mood',
      `CREATE TYPE "Odd ""schema"."Mood" AS ENUM ('calm', 'it''s', '')`,
    ])
    expect((await told({ name: 'm_first' })).map(([, sql]) => sql.split(' AS ')[0])).toEqual([
      'CREATE MATERIALIZED VIEW "Odd ""schema"."m_first"',
      expect.stringContaining('CREATE UNIQUE INDEX m_first_n ON') as string,
      'REFRESH MATERIALIZED VIEW "Odd ""schema"."m_first"',
      'ALTER TABLE "Odd ""schema"."m_first" CLUSTER ON m_first_n',
    ])
    expect(await kinds({ name: 'stamp' })).toEqual(['function stamp'])
    expect(await kinds({ type: 'trigger' })).toEqual(
      expect.arrayContaining(['trigger stamped', 'trigger Off', 'trigger later', 'trigger instead']),
    )
    expect(await ddl({ schema, name: 'by_indx' })).toMatchObject({
      code: 'TABLE_NOT_FOUND',
      details: expect.stringContaining('by_index') as string,
    })
  })

  test('viewers, who may not read definitions, are refused', async () => {
    expect(await ddl({ schema }, 'viewer')).toMatchObject({ code: 'FORBIDDEN' })
  })
})

const SQLITE: readonly string[] = [
  `CREATE TABLE "Quo""ted" ("a""b" INTEGER PRIMARY KEY AUTOINCREMENT, [select] TEXT COLLATE NOCASE DEFAULT 'd', n REAL GENERATED ALWAYS AS ("a""b" * 2) VIRTUAL)`,
  `CREATE TABLE strict_one (id INT PRIMARY KEY, note ANY, CHECK (id > 0)) STRICT, WITHOUT ROWID`,
  `CREATE TABLE child (id INTEGER PRIMARY KEY, up INTEGER REFERENCES child (id) DEFERRABLE INITIALLY DEFERRED, q INTEGER REFERENCES "Quo""ted" ON DELETE CASCADE)`,
  `CREATE UNIQUE INDEX "Odd index" ON child (up COLLATE BINARY DESC, abs(q)) WHERE q > 0`,
  `CREATE VIEW z_view AS SELECT id FROM a_view`,
  `CREATE VIEW a_view (id, word) AS SELECT "a""b", [select] FROM "Quo""ted" -- a comment`,
  `CREATE TRIGGER noted AFTER INSERT ON child BEGIN INSERT INTO strict_one VALUES (NEW.id, 'x;y'); UPDATE child SET up = NULL; END`,
  `CREATE TRIGGER instead INSTEAD OF INSERT ON a_view BEGIN SELECT 1; END`,
  `CREATE VIRTUAL TABLE words USING fts5(word)`,
]

describe('SQLite file', () => {
  const engine = useEngine('SQLite file')
  const api = startEngineApi(engine, [...ROUTES, ...OWN_ROUTES])
  const ddl = async (query: Record<string, string>) =>
    (await api.get(`/ddl?${new URLSearchParams(query).toString()}`)) as unknown as Answer
  const SCHEMA = `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY 1, 2`

  beforeAll(() => execute(engine().database, ...SQLITE))

  test('the script of a schema makes all that it has', async () => {
    const { script, statements } = await ddl({})
    expect(statements).toHaveLength(SQLITE.length)
    const other = new DatabaseSync(':memory:')
    other.exec(script)
    const found = other.prepare(SCHEMA).all()
    other.close()
    expect(found).toEqual(await query(engine().database, SCHEMA))
  })

  test('one object is told with what belongs to it', async () => {
    const told = async (asked: Record<string, string>) =>
      (await ddl(asked)).statements.map(({ type, name }) => `${type} ${name}`)
    expect(await told({ name: 'CHILD' })).toEqual(['table child', 'index Odd index', 'trigger noted'])
    expect(await told({ name: 'Odd index' })).toEqual(['index Odd index'])
    expect(await told({ type: 'view' })).toEqual(['view z_view', 'view a_view'])
    expect(await ddl({ name: 'chidl' })).toMatchObject({ code: 'TABLE_NOT_FOUND' })
  })
})
