import type { ListInput } from '../../../../srv/admin/dialects/dialect.ts'
import type { ColumnMetadata } from '../../../../srv/admin/dialects/metadata.ts'
import type { JsonValue, Value } from '../../../../srv/admin/core/values.ts'
import {
  ask,
  batches,
  ENGINES,
  execute,
  query,
  type TestEngine,
  unhurried,
  useEngine,
} from '../../../support/engines.ts'

const ODD = 'a"; DROP TABLE x'
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The engines' own words for the same columns: CAP's types on SQLite, CAP's and more on PostgreSQL. */
const TYPES: Record<string, Record<string, string>> = {
  sqlite: {
    boolean: 'BOOLEAN',
    integer: 'INTEGER',
    bigint: 'BIGINT',
    decimal: 'REAL_DECIMAL(10, 2)',
    number: 'DECIMAL',
    double: 'DOUBLE',
    string: 'NVARCHAR(100)',
    longText: 'NCLOB',
    date: 'DATE_TEXT',
    time: 'TIME_TEXT',
    timestamp: 'TIMESTAMP_TEXT',
    binary: 'BINARY_BLOB(100)',
    json: 'JSON_TEXT',
  },
  postgres: {
    boolean: 'BOOLEAN',
    integer: 'INTEGER',
    bigint: 'BIGINT',
    decimal: 'DECIMAL(10, 2)',
    number: 'DECIMAL',
    double: 'FLOAT8',
    string: 'VARCHAR(100)',
    longText: 'TEXT',
    date: 'DATE',
    time: 'TIME',
    timestamp: 'TIMESTAMP',
    binary: 'BYTEA',
    json: 'JSONB',
  },
}

const typesOf = ({ dialect }: TestEngine): Record<string, string> => TYPES[dialect.engine] ?? {}

const createTables = async (engine: TestEngine): Promise<void> => {
  const type = typesOf(engine)
  await execute(
    engine.database,
    `CREATE TABLE planet (id ${type['string'] ?? ''} NOT NULL PRIMARY KEY, name ${type['string'] ?? ''} DEFAULT 'unknown')`,
    `CREATE TABLE every_type (id INTEGER NOT NULL PRIMARY KEY, ${Object.entries(type)
      .map(([name, sql]) => `${quote(name)} ${sql}`)
      .join(', ')})`,
    `CREATE TABLE visit (traveller ${type['string'] ?? ''} NOT NULL, number INTEGER NOT NULL, planet_id ${type['string'] ?? ''},
       double_number INTEGER GENERATED ALWAYS AS (number * 2) STORED,
       PRIMARY KEY (number, traveller), CONSTRAINT visit_planet_id_fkey FOREIGN KEY (planet_id) REFERENCES planet (id) ON DELETE CASCADE)`,
    `CREATE TABLE stay (id INTEGER NOT NULL PRIMARY KEY, traveller ${type['string'] ?? ''}, number INTEGER,
       FOREIGN KEY (number, traveller) REFERENCES visit (number, traveller))`,
    `CREATE VIEW travellers AS SELECT traveller, number FROM visit`,
    `CREATE TABLE ${quote(ODD)} (${quote(ODD)} ${type['string'] ?? ''}, "Ünïcode ☃" INTEGER, "MixedCase" INTEGER, "with space" INTEGER)`,
    `CREATE TABLE "Twin" (a INTEGER)`,
    `CREATE TABLE a_b (a INTEGER)`,
    `CREATE TABLE axb (a INTEGER)`,
  )
}

const list = (engine: TestEngine, input: Partial<ListInput> = {}) =>
  ask(engine, engine.dialect.catalog.tables, { schema: engine.schema, pattern: '%', limit: 100, offset: 0, ...input })

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const columnsOf = (table: string) =>
    ask(engine(), engine().dialect.catalog.columns, { schema: engine().schema, table })

  beforeAll(() => createTables(engine()))

  describe('catalog', () => {
    it('tells database, version and platform', async () => {
      const [info] = await ask(engine(), engine().dialect.catalog.databaseInfo, undefined)
      expect(info).toEqual({
        database: { 'SQLite file': 'main.sqlite', 'SQLite in memory': ':memory:', PostgreSQL: 'postgres' }[name],
        version: expect.stringMatching(/^\d+\.\d+/) as string,
        platform: engine().dialect.platform,
      })
    })

    it('tells the details of the database', async () => {
      const [details] = await ask(engine(), engine().dialect.catalog.databaseDetails, undefined)
      expect(details).toMatchObject({ schema: engine().schema, encoding: expect.stringMatching(/^UTF-?8$/) as string })
      expect(details?.serverTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/)
      expect(details?.sizeBytes).toBeGreaterThan(0)
    })

    it('names the schema that is meant when none is given', async () => {
      expect(await ask(engine(), engine().dialect.catalog.currentSchema, undefined)).toEqual([engine().schema])
    })

    it('lists schemas with what they hold, system schemas only on request', async () => {
      const input = { pattern: '%', includeSystem: false, limit: 100, offset: 0 }
      const schemas = await ask(engine(), engine().dialect.catalog.schemas, input)
      expect(schemas).toEqual([
        {
          name: engine().schema,
          owner: name === 'PostgreSQL' ? 'pg_database_owner' : null,
          isCurrent: true,
          isSystem: false,
          tableCount: 8,
          viewCount: 1,
          readable: true,
          writable: true,
        },
      ])
      const all = await ask(engine(), engine().dialect.catalog.schemas, { ...input, includeSystem: true })
      expect(
        all.filter((schema) => schema.isSystem).every((schema) => engine().dialect.isSystemSchema(schema.name)),
      ).toBe(true)
      expect(all.filter(({ isSystem, writable }) => isSystem && writable)).toEqual([])
      expect(all.length).toBe(name === 'PostgreSQL' ? 4 : 1)
    })

    it('lists tables in binary order with their true number, whatever they are called', async () => {
      const tables = await list(engine())
      expect(tables.map((table) => table.name)).toEqual([
        'Twin',
        'a"; DROP TABLE x',
        'a_b',
        'axb',
        'every_type',
        'planet',
        'stay',
        'visit',
      ])
      expect(tables.find((table) => table.name === 'visit')).toEqual({
        schema: engine().schema,
        name: 'visit',
        type: 'table',
        comment: null,
        columnCount: 4,
        // SQLite counts what is small; PostgreSQL has no statistics of it yet.
        ...(name === 'PostgreSQL'
          ? { rowCount: null, rowCountExact: false, rowCountReason: expect.stringMatching(/ANALYZE/) as string }
          : { rowCount: 0, rowCountExact: true }),
        sizeBytes: expect.any(Number) as number,
        readable: true,
        createdAt: null,
      })
    })

    it('cuts a listing and still tells the total', async () => {
      const { sql, parameters } = engine().dialect.catalog.tables.statement({
        schema: engine().schema,
        pattern: '%',
        limit: 2,
        offset: 1,
      })
      const rows = await query(engine().database, sql, parameters)
      expect(rows.map((row) => [row['name'], Number(row['total'])])).toEqual([
        [ODD, 8],
        ['a_b', 8],
      ])
    })

    it('matches a pattern without regard to letter case, and an escaped underscore only by itself', async () => {
      expect((await list(engine(), { pattern: 'A\\_B' })).map((table) => table.name)).toEqual(['a_b'])
      expect((await list(engine(), { pattern: 'A_B' })).map((table) => table.name)).toEqual(['a_b', 'axb'])
      expect(await list(engine(), { pattern: "x' OR 1=1 --" })).toEqual([])
    })

    it('lists views, with their definition on request', async () => {
      const input = { schema: engine().schema, pattern: '%', limit: 10, offset: 0 }
      const [view, ...others] = await ask(engine(), engine().dialect.catalog.views, { ...input, definition: true })
      expect(others).toEqual([])
      expect(view).toEqual({
        schema: engine().schema,
        name: 'travellers',
        type: 'view',
        comment: null,
        columnCount: 2,
        valid: true,
        readable: true,
        definition: expect.stringMatching(/select.*traveller.*from visit/is) as string,
      })
      const [without] = await ask(engine(), engine().dialect.catalog.views, { ...input, definition: false })
      expect(without?.definition).toBeNull()
    })

    it('finds names but for letter case', async () => {
      const { catalog } = engine().dialect
      expect(await ask(engine(), catalog.schemaNames, { name: engine().schema.toUpperCase() })).toEqual([
        engine().schema,
      ])
      const found = await ask(engine(), catalog.objectNames, { schema: engine().schema, name: 'TWIN' })
      expect(found).toEqual([{ schema: engine().schema, name: 'Twin', type: 'table' }])
      expect(await ask(engine(), catalog.objectNames, { schema: engine().schema, name: 'Travellers' })).toEqual([
        { schema: engine().schema, name: 'travellers', type: 'view' },
      ])
      expect(await ask(engine(), catalog.objectNames, { schema: engine().schema, name: ODD })).toHaveLength(1)
      expect(await ask(engine(), catalog.objectNames, { schema: engine().schema, name: 'no such' })).toEqual([])
      expect(await ask(engine(), catalog.allObjects, { schema: engine().schema })).toContainEqual(
        expect.objectContaining({ name: 'travellers' }),
      )
    })

    it('describes columns alike', async () => {
      const columns = await columnsOf('every_type')
      expect(
        columns.map(({ name, kind, length, precision, scale, nullable }) => [
          name,
          kind,
          length,
          precision,
          scale,
          nullable,
        ]),
      ).toEqual([
        ['id', 'integer', null, null, null, false],
        ['boolean', 'boolean', null, null, null, true],
        ['integer', 'integer', null, null, null, true],
        ['bigint', 'integer', null, null, null, true],
        ['decimal', 'decimal', null, 10, 2, true],
        ['number', 'decimal', null, null, null, true],
        ['double', 'float', null, null, null, true],
        ['string', 'text', 100, null, null, true],
        ['longText', 'text', null, null, null, true],
        ['date', 'date', null, null, null, true],
        ['time', 'time', null, null, null, true],
        ['timestamp', 'timestamp', null, null, null, true],
        ['binary', 'binary', name === 'PostgreSQL' ? null : 100, null, null, true], // bytea has no length
        ['json', 'json', null, null, null, true],
      ])
      expect(columns.map((column) => column.position)).toEqual(columns.map((_, index) => index + 1))
    })

    it('tells keys in their order, defaults and generated columns', async () => {
      const visit = await columnsOf('visit')
      expect(visit.map(({ name, keyPosition, isGenerated }) => [name, keyPosition, isGenerated])).toEqual([
        ['traveller', 2, false],
        ['number', 1, false],
        ['planet_id', null, false],
        ['double_number', null, true],
      ])
      const [, planetName] = await columnsOf('planet')
      expect(planetName?.defaultValue).toMatch(/^'unknown'/)
    })

    it('describes columns of views and of tables with odd names', async () => {
      expect((await columnsOf('travellers')).map(({ name, kind }) => [name, kind])).toEqual([
        ['traveller', 'text'],
        ['number', 'integer'],
      ])
      expect((await columnsOf(ODD)).map((column) => column.name)).toEqual([ODD, 'Ünïcode ☃', 'MixedCase', 'with space'])
    })

    it('tells the columns of unique keys, as far as these are about columns and all rows', async () => {
      const { uniqueKeys } = engine().dialect.catalog
      const { schema } = engine()
      await execute(
        engine().database,
        `CREATE TABLE distinct_rows (id INTEGER PRIMARY KEY, "a""b" INTEGER UNIQUE, c INTEGER, d VARCHAR(9), UNIQUE (d, c))`,
        'CREATE UNIQUE INDEX more ON distinct_rows (c, "a""b" DESC)',
        'CREATE UNIQUE INDEX positive ON distinct_rows (c) WHERE c > 0',
        'CREATE UNIQUE INDEX folded ON distinct_rows (lower(d))',
        'CREATE INDEX plain ON distinct_rows (d)',
      )
      const keys = await ask(engine(), uniqueKeys, { schema, table: 'distinct_rows' })
      expect(keys.toSorted()).toEqual([['a"b'], ['c', 'a"b'], ['d', 'c'], ['id']])
      await execute(engine().database, 'DROP TABLE distinct_rows')
    })

    it('tells foreign keys of a table, and of all tables', async () => {
      const { foreignKeys } = engine().dialect.catalog
      const { schema } = engine()
      const toPlanet = {
        name: 'visit_planet_id_fkey',
        schema,
        table: 'visit',
        columns: ['planet_id'],
        referencedSchema: schema,
        referencedTable: 'planet',
        referencedColumns: ['id'],
        match: 'simple',
        onUpdate: 'NO ACTION',
        onDelete: 'CASCADE',
        isEnforced: true,
      }
      expect(await ask(engine(), foreignKeys, { schema, table: 'visit' })).toEqual([toPlanet])
      expect(await ask(engine(), foreignKeys, { schema, table: null })).toEqual([
        expect.objectContaining({
          table: 'stay',
          columns: ['number', 'traveller'],
          referencedTable: 'visit',
          referencedColumns: ['number', 'traveller'],
          onDelete: 'NO ACTION',
        }),
        toPlanet,
      ])
    })
  })

  describe('values', () => {
    const BYTES = Uint8Array.from([0, 1, 254, 255])

    const written = async (column: ColumnMetadata, value: unknown) => {
      const { database, dialect, schema } = engine()
      return database.write(unhurried(), async (session) => {
        await session.execute({ sql: 'DELETE FROM every_type', parameters: [] })
        await session.insert(
          { schema, table: 'every_type', columns: ['id', column.name] },
          batches([[1, dialect.bindValue(column, value as Value)]]),
        )
        const select = dialect.selectExpression(column, dialect.quote(column.name))
        for await (const [row] of session.stream({ sql: `SELECT ${select} FROM every_type`, parameters: [] }))
          return dialect.jsonValue(column, row?.[0] ?? null)
        throw new Error('There is a row')
      })
    }

    it.each<[column: string, stored: unknown, answered: JsonValue]>([
      ['boolean', true, true],
      ['boolean', false, false],
      ['integer', -2147483648, -2147483648],
      ['bigint', 9007199254740991n, 9007199254740991],
      ['bigint', 9007199254740993n, '9007199254740993'],
      ['bigint', -9223372036854775808n, '-9223372036854775808'],
      ['decimal', '1.5', '1.50'],
      ['decimal', '-12345678.9', '-12345678.90'],
      ['decimal', '0', '0.00'],
      ['number', '1.50', name === 'PostgreSQL' ? '1.50' : '1.5'], // a scale of its own, which a binary number has not
      ['number', '123456789012', '123456789012'],
      ['number', '0.000001', '0.000001'],
      ['double', 0.1, 0.1],
      ['double', 1e300, 1e300],
      ['double', -0, 0],
      ['double', Infinity, 'Infinity'],
      ['double', -Infinity, '-Infinity'],
      ['string', '', ''],
      ['string', ' a\tb\nc\\d\r\n"e" \u0007', ' a\tb\nc\\d\r\n"e" \u0007'],
      ['string', '\\N', '\\N'],
      ['string', 'Ünïcode ☃ 😀', 'Ünïcode ☃ 😀'],
      ['string', '007', '007'],
      ['longText', 'x'.repeat(300), 'x'.repeat(300)],
      ['date', '2024-02-29', '2024-02-29'],
      ['date', '0001-01-01', '0001-01-01'],
      ['time', '23:59:59', '23:59:59'],
      ['timestamp', '2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
      ['timestamp', '2024-02-29T12:00:00.120Z', '2024-02-29T12:00:00.120Z'],
      ['timestamp', '2024-02-29T12:00:00.123456Z', '2024-02-29T12:00:00.123456Z'],
      ['timestamp', '2024-02-29T12:00:00+02:00', '2024-02-29T10:00:00.000Z'],
      ['timestamp', '2024-02-29 12:00:00', '2024-02-29T12:00:00.000Z'],
      ['binary', BYTES, Buffer.from(BYTES).toString('base64')],
      ['binary', new Uint8Array(), ''],
      ...Object.keys(TYPES['sqlite'] ?? {}).map((column): [string, null, null] => [column, null, null]),
    ])('%s %p is answered as %p', async (name, stored, answered) => {
      const column = (await columnsOf('every_type')).find((each) => each.name === name)
      if (!column) throw new Error(`There is a column ${name}`)
      expect(await written(column, stored)).toEqual(answered)
    })
  })

  it('writes and reads under odd names', async () => {
    const { database, schema } = engine()
    await database.write(unhurried(), (session) =>
      session.insert({ schema, table: ODD, columns: [ODD, 'Ünïcode ☃', 'MixedCase'] }, batches([['x', 1, 2]])),
    )
    expect(
      await query(database, `SELECT ${quote(ODD)}, "Ünïcode ☃", "MixedCase", "with space" FROM ${quote(ODD)}`),
    ).toEqual([{ [ODD]: 'x', 'Ünïcode ☃': 1, MixedCase: 2, 'with space': null }])
  })
})
