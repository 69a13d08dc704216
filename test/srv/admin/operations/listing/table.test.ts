import { CatalogNames } from '../../../../../srv/admin/catalog/names.ts'
import type { Role } from '../../../../../srv/admin/operations/operation.ts'
import { table } from '../../../../../srv/admin/operations/listing/table.ts'
import { ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { contextFor } from '../../../../support/operation-context.ts'

interface Answer {
  readonly columns: { readonly name: string; readonly keyPosition: number | null }[]
  readonly references: object[]
  readonly referencedBy: object[]
  readonly constraints: { readonly kind: string; readonly definition: string }[]
  readonly indexes: { readonly name: string }[]
  readonly triggers: { readonly name: string; readonly definition: string | null }[]
  readonly definition: string | null
  readonly isOwnDefinition: boolean
}

describe.each(Object.keys(ENGINES))('GET /table on %s', (name) => {
  const engine = useEngine(name)
  const isPostgres = name === 'PostgreSQL'
  const ask = (input: Parameters<typeof table.run>[1], role: Role = 'operator', open: string[] | null = null) => {
    const register = {
      has: () => Promise.resolve(false),
      add: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    }
    const names = new CatalogNames(engine().dialect, open, register)
    return table.run(contextFor(engine(), { role, names }), input) as unknown as Promise<Answer>
  }

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE "Artist" (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL)',
      `CREATE TABLE "Album 1" (id INTEGER NOT NULL, disc INTEGER NOT NULL DEFAULT 1, title VARCHAR(40) CHECK (title <> ''),
         artist INTEGER REFERENCES "Artist"(id), PRIMARY KEY (disc, id), UNIQUE (title))`,
      'CREATE TABLE "Track" (id INTEGER PRIMARY KEY, disc INTEGER, album INTEGER, FOREIGN KEY (disc, album) REFERENCES "Album 1"(disc, id))',
      'CREATE TABLE "Album%1" (id INTEGER)',
      'CREATE INDEX by_artist ON "Album 1" (artist)',
      ...(isPostgres
        ? [
            `CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
            'CREATE TRIGGER note AFTER INSERT ON "Album 1" FOR EACH ROW EXECUTE FUNCTION noted()',
          ]
        : ['CREATE TRIGGER note AFTER INSERT ON "Album 1" BEGIN SELECT 1; END']),
      'CREATE VIEW titles AS SELECT title FROM "Album 1"',
      `INSERT INTO "Artist" VALUES (1, 'One'), (2, 'Two')`,
      `INSERT INTO "Album 1" VALUES (1, 1, 'A', 1), (2, 1, 'B', 1), (3, 2, 'C', 2)`,
    ),
  )

  it('tells columns, keys in both directions, constraints, indexes and triggers', async () => {
    const answer = await ask({ table: 'album 1' })
    expect(answer).toMatchObject({
      schema: engine().schema,
      table: 'Album 1',
      type: 'table',
      columns: [
        { name: 'id', position: 1, nullable: false, keyPosition: 2 },
        { name: 'disc', defaultValue: '1', keyPosition: 1 },
        { name: 'title', kind: 'text', nullable: true, keyPosition: null, isMasked: false },
        { name: 'artist', kind: 'integer' },
      ],
      references: [{ columns: ['artist'], referencedTable: 'Artist', referencedColumns: ['id'], source: 'catalog' }],
      referencedBy: [{ table: 'Track', columns: ['disc', 'album'], referencedColumns: ['disc', 'id'] }],
      indexes: [{ name: 'by_artist' }],
      triggers: [{ name: 'note' }],
    })
    expect(answer.constraints.map(({ kind }) => kind).sort()).toEqual(['check', 'foreignKey', 'primaryKey', 'unique'])
  })

  it('tells what makes a table that is divided, a part of one, and an heir', async () => {
    if (!isPostgres) return
    await execute(
      engine().database,
      'CREATE TABLE "Years" (year INTEGER NOT NULL, title TEXT DEFAULT \'none\', PRIMARY KEY (year)) PARTITION BY RANGE (year)',
      'CREATE TABLE "Old" PARTITION OF "Years" FOR VALUES FROM (1900) TO (2000) PARTITION BY LIST (year)',
      'CREATE TABLE "Year 1999" PARTITION OF "Old" FOR VALUES IN (1999)',
      'CREATE TABLE heir (more INTEGER, double INTEGER GENERATED ALWAYS AS (more * 2) STORED) INHERITS ("Artist")',
    )
    const written = async (): Promise<string[]> =>
      Promise.all(
        ['Years', 'Old', 'Year 1999', 'heir'].map(async (each) => (await ask({ table: each })).definition ?? ''),
      )
    const before = await written()
    expect(before[0]).toMatch(/\) PARTITION BY RANGE \(year\)$/)
    await execute(engine().database, 'DROP TABLE heir', 'DROP TABLE "Years"')
    await execute(engine().database, ...before.flatMap((text) => text.split(';\n')))
    expect(await written()).toEqual(before)
    await execute(engine().database, 'DROP TABLE heir', 'DROP TABLE "Years"')
  })

  it('tells keys from other schemas, as far as these are open', async () => {
    if (!isPostgres) return
    await execute(
      engine().database,
      'CREATE SCHEMA "Open 1"',
      'CREATE SCHEMA closed',
      'CREATE TABLE "Open 1".fan (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES "Artist"(id))',
      'CREATE TABLE closed.fan (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES "Artist"(id))',
    )
    const { referencedBy } = await ask({ table: 'Artist' }, 'viewer', [engine().schema, 'Open*'])
    expect(referencedBy).toEqual([
      expect.objectContaining({ schema: engine().schema, table: 'Album 1', columns: ['artist'] }),
      expect.objectContaining({ schema: 'Open 1', table: 'fan', columns: ['artist'], source: 'catalog' }),
    ])
    await execute(engine().database, 'DROP SCHEMA "Open 1" CASCADE', 'DROP SCHEMA closed CASCADE')
  })

  it('tells what a domain demands of its columns', async () => {
    if (!isPostgres) return
    await execute(
      engine().database,
      'CREATE DOMAIN amount AS NUMERIC(12, 2) DEFAULT 0 NOT NULL',
      'CREATE TABLE bill (id INTEGER PRIMARY KEY, net amount, tax amount DEFAULT 1)',
    )
    expect((await ask({ table: 'bill' })).columns.slice(1)).toMatchObject([
      { name: 'net', nullable: false, defaultValue: '0' },
      { name: 'tax', nullable: false, defaultValue: '1' },
    ])
    await execute(engine().database, 'DROP TABLE bill', 'DROP DOMAIN amount')
  })

  it('tells collations, how numbers are given, and the schemas of what is named', async () => {
    if (!isPostgres) return
    await execute(
      engine().database,
      'CREATE SCHEMA types',
      "CREATE TYPE types.mood AS ENUM ('calm')",
      `CREATE TABLE numbered (id INTEGER GENERATED ALWAYS AS IDENTITY (START 5 INCREMENT 3), word TEXT COLLATE "C" DEFAULT 'x', mood types.mood DEFAULT 'calm')`,
      'CREATE TABLE fan (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES "Artist")',
    )
    const { definition } = await ask({ table: 'numbered' })
    expect(definition).toContain('START WITH 5')
    expect(definition).toContain('INCREMENT BY 3')
    expect(definition).toContain(`word text COLLATE "C" DEFAULT 'x'::text`)
    expect(definition).toContain(`mood types.mood DEFAULT 'calm'::types.mood`)
    expect((await ask({ table: 'fan' })).definition).toContain(`REFERENCES ${engine().schema}."Artist"(id)`)
    await execute(engine().database, 'DROP TABLE numbered, fan', 'SET LOCAL search_path = pg_catalog', definition!)
    expect((await ask({ table: 'numbered' })).definition).toBe(definition)
    await execute(engine().database, 'DROP TABLE numbered', 'DROP SCHEMA types CASCADE')
  })

  it('tells the statement that makes it, by which a like one can be made', async () => {
    const { definition, isOwnDefinition } = await ask({ table: 'Artist' })
    expect(isOwnDefinition).toBe(!isPostgres)
    await execute(engine().database, 'CREATE TABLE keep AS SELECT * FROM "Artist"')
    const other = definition!.replace(/"Artist"/g, '"Artist 2"').replace(/CONSTRAINT "[^"]*" /g, '')
    await execute(engine().database, other)
    const [first, second] = [await ask({ table: 'Artist' }), await ask({ table: 'Artist 2' })]
    expect(second.columns).toEqual(first.columns)
    await execute(engine().database, 'DROP TABLE "Artist 2"', 'DROP TABLE keep')
  })

  it('tells of a view what it is, and its text to operators only', async () => {
    expect(await ask({ table: 'titles' }, 'operator')).toMatchObject({ type: 'view', constraints: [], valid: true })
    expect((await ask({ table: 'titles' }, 'operator')).definition).toMatch(/select/i)
    expect((await ask({ table: 'titles' }, 'viewer')).definition).toBeNull()
    expect((await ask({ table: 'Album 1' }, 'viewer')).triggers).toEqual([{ name: 'note', definition: null }])
    expect((await ask({ table: 'Album 1' }, 'operator')).triggers[0]!.definition).toMatch(/after insert/i)
  })

  it('counts rows, all of them or those that a filter names, for operators', async () => {
    expect(await ask({ table: 'Album 1', count: true, structure: false })).toEqual({
      ...{ schema: engine().schema, table: 'Album 1', type: 'table', matchingRows: 3 },
    })
    expect(await ask({ table: 'Album 1', count: true, where: 'artist = 1' })).toMatchObject({ matchingRows: 2 })
    await expect(ask({ table: 'Album 1', count: true, where: 'nothing = 1' })).rejects.toMatchObject({
      code: 'COLUMN_NOT_FOUND',
    })
    expect([table.roleFor?.({ table: 'a', count: true }), table.roleFor?.({ table: 'a' })]).toEqual([
      'operator',
      'viewer',
    ])
  })

  it('tells which table does not exist that a key names', async () => {
    expect((await ask({ table: 'Album 1' })).references).toEqual([expect.not.objectContaining({ isMissing: true })])
    if (isPostgres) return
    await execute(
      engine().database,
      'CREATE TABLE orphan (id INTEGER PRIMARY KEY, gone INTEGER REFERENCES nowhere(id))',
    )
    expect((await ask({ table: 'orphan' })).references).toEqual([
      expect.objectContaining({ referencedTable: 'nowhere', isMissing: true }),
    ])
    await execute(engine().database, 'DROP TABLE orphan')
  })

  it('refuses what is not there, and takes patterns as names', async () => {
    await expect(ask({ table: 'nothing' })).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' })
    expect((await ask({ table: 'Album%1' })).columns).toHaveLength(1)
  })
})
