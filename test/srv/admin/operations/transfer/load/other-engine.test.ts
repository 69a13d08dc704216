/** From SQLite to PostgreSQL and back: rows and keys are there, and what the other engine does not have is told by name. */
import { DIALECT_ENGINES, execute, query, type TestEngine, useEngine } from '../../../../../support/engines.ts'
import { partsOf, packed, startDumpApi } from '../../../../../support/dumps.ts'

const sqliteEngine = DIALECT_ENGINES.find((name) => name !== 'PostgreSQL') ?? 'SQLite file'
const engines = { sqlite: useEngine(sqliteEngine), postgres: useEngine('PostgreSQL') }
const apis = { sqlite: startDumpApi(engines.sqlite), postgres: startDumpApi(engines.postgres) }
type Name = keyof typeof engines

const run = (name: Name, ...statements: readonly string[]): Promise<void> =>
  execute(engines[name]().database, ...statements)

const TYPES = {
  sqlite: ['BOOLEAN', 'INTEGER', 'DECIMAL(9,2)', 'DOUBLE', 'VARCHAR(20)', 'DATE', 'TIME', 'TIMESTAMP', 'BLOB', 'JSON'],
  postgres: [
    'boolean',
    'bigint',
    'numeric(9,2)',
    'float8',
    'varchar(20)',
    'date',
    'time',
    'timestamp',
    'bytea',
    'json',
  ],
}
const VALUES = {
  sqlite: `TRUE, 9007199254740993, 1.5, 0.1, 'a''b', '2024-02-29', '10:11:12', '2024-02-29T10:11:12.123Z', x'00ff', '{"a":1}'`,
  postgres: `TRUE, 9007199254740993, 1.5, 0.1, 'a''b', '2024-02-29', '10:11:12', '2024-02-29T10:11:12.123Z', '\\x00ff', '{"a":1}'`,
}
const make = (name: Name): Promise<void> => {
  const columns = TYPES[name].map((type, index) => `c${String(index)} ${type}`)
  const deferred = name === 'sqlite' ? ' DEFERRABLE INITIALLY DEFERRED' : ''
  return run(
    name,
    `CREATE TABLE kinds (id ${name === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY'}, ${columns.join(', ')})`,
    `INSERT INTO kinds (${columns.map((_, index) => `c${String(index)}`).join(', ')}) VALUES (${VALUES[name]}), (${columns.map(() => 'NULL').join(', ')})`,
    `CREATE TABLE "Odd ""one" (a VARCHAR(5), b INTEGER, word VARCHAR(9) DEFAULT 'x' NOT NULL, late VARCHAR(30) DEFAULT ${name === 'sqlite' ? '(lower(12))' : "lower('A')"}, sum INTEGER GENERATED ALWAYS AS (b * 2) STORED, CHECK (b > 0), PRIMARY KEY (a, b))`,
    `INSERT INTO "Odd ""one" (a, b) VALUES ('x', 1), ('', 2)`,
    `CREATE INDEX by_word ON "Odd ""one" (word, b)`,
    `CREATE UNIQUE INDEX only_late ON "Odd ""one" (a, late)`,
    `CREATE INDEX by_length ON "Odd ""one" (length(word))`,
    ...(name === 'sqlite'
      ? [
          `CREATE TABLE ring_a (id INTEGER PRIMARY KEY, other INTEGER REFERENCES ring_b (id) ON DELETE CASCADE${deferred})`,
          `CREATE TABLE ring_b (id INTEGER PRIMARY KEY, other INTEGER REFERENCES ring_a (id))`,
        ]
      : [
          'CREATE TABLE ring_a (id INTEGER PRIMARY KEY, other INTEGER)',
          'CREATE TABLE ring_b (id INTEGER PRIMARY KEY, other INTEGER REFERENCES ring_a (id))',
          'ALTER TABLE ring_a ADD FOREIGN KEY (other) REFERENCES ring_b (id) ON DELETE CASCADE',
        ]),
    'INSERT INTO ring_a VALUES (1, NULL)',
    'INSERT INTO ring_b VALUES (5, 1)',
    'UPDATE ring_a SET other = 5',
  )
}
const drop = async (name: Name, engine: TestEngine): Promise<void> => {
  if (name === 'postgres') return run(name, 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public')
  engine.unchecked?.(
    ['kinds', '"Odd ""one"', 'ring_a', 'ring_b'].map((table) => `DROP TABLE IF EXISTS ${table}`).join(';'),
  )
}

test('what is partitioned on PostgreSQL is one table on SQLite, with all rows; heirs are tables of their own', async () => {
  await run(
    'postgres',
    'CREATE TABLE paid (id INTEGER, year INTEGER, PRIMARY KEY (id, year)) PARTITION BY LIST (year)',
    'CREATE TABLE paid_20 PARTITION OF paid FOR VALUES IN (2020)',
    'CREATE TABLE paid_later PARTITION OF paid DEFAULT PARTITION BY HASH (id)',
    'CREATE TABLE paid_hash PARTITION OF paid_later FOR VALUES WITH (MODULUS 1, REMAINDER 0)',
    'CREATE TABLE refund (id INTEGER PRIMARY KEY, paid INTEGER, year INTEGER, FOREIGN KEY (paid, year) REFERENCES paid (id, year))',
    'CREATE TABLE animal (name VARCHAR(9))',
    'CREATE TABLE dog (age INTEGER) INHERITS (animal)',
    'INSERT INTO paid VALUES (1, 2020), (2, 2021), (3, 2022)',
    'INSERT INTO refund VALUES (1, 1, 2020), (2, 3, 2022)',
    `INSERT INTO animal VALUES ('cat')`,
    `INSERT INTO dog VALUES ('rex', 3)`,
  )
  const bytes = await apis.postgres.dumpTo('parts.zip')
  apis.sqlite.put('parts.zip', bytes)
  const loaded = await apis.sqlite.load({ file: 'parts.zip' })
  expect(loaded).toMatchObject({ success: true, rows: 7, verified: true })
  expect(
    new Map((loaded['tables'] as { table: string; rows: number }[]).map(({ table, rows }) => [table, rows])),
  ).toEqual(
    new Map([
      ['animal', 1],
      ['dog', 1],
      ['paid', 3],
      ['refund', 2],
    ]),
  )
  for (const lost of [
    { type: 'partitions', name: 'paid' },
    { type: 'inheritance', name: 'dog' },
  ])
    expect(loaded['lost']).toContainEqual(expect.objectContaining(lost))
  const read = (sql: string) => query(engines.sqlite().database, sql)
  expect(await read('SELECT id, year FROM paid ORDER BY id')).toEqual([
    { id: 1, year: 2020 },
    { id: 2, year: 2021 },
    { id: 3, year: 2022 },
  ])
  expect(await read('SELECT name FROM animal')).toEqual([{ name: 'cat' }])
  // And back, as one table.
  apis.postgres.put('back.zip', await apis.sqlite.dumpTo('back.zip'))
  await run('postgres', 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public')
  expect(await apis.postgres.load({ file: 'back.zip' })).toMatchObject({ success: true, rows: 7, verified: true })
  await run('postgres', 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA public')
  engines.sqlite().unchecked?.(['refund', 'paid', 'dog', 'animal'].map((table) => `DROP TABLE ${table}`).join(';'))
})

/** Rows as a dump has them, in order. */
const rowsOf = async (bytes: Buffer): Promise<string[][]> => {
  const parts = await partsOf(bytes)
  const { tables } = JSON.parse(parts['manifest.json'] ?? '') as { tables: { name: string; part: string }[] }
  return tables.map(({ name, part }) => [name, parts[part] ?? '']).sort()
}

describe.each<[Name, Name]>([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
])('from %s to %s', (from, to) => {
  beforeAll(() => make(from))
  afterAll(async () => {
    for (const name of ['sqlite', 'postgres'] as const) await drop(name, engines[name]())
  })

  test('all rows are there and the same when they are dumped again, and what is lost is told', async () => {
    const bytes = await apis[from].dumpTo('away.zip')
    apis[to].put('here.zip', bytes)
    const loaded = await apis[to].load({ file: 'here.zip' })
    expect(loaded).toMatchObject({ success: true, engine: from, schema: engines[to]().schema, rows: 6 })
    const lost = (loaded['lost'] as { type: string; name: string }[]).map(({ type, name }) => `${type} ${name}`)
    expect(lost).toEqual(
      expect.arrayContaining([
        'generatedColumn Odd "one.sum',
        'default Odd "one.late',
        'check Odd "one',
        'index by_length',
      ]),
    )
    expect(lost).not.toContain('index by_word')
    // Those of columns alone come along.
    const made = await query(
      engines[to]().database,
      to === 'postgres'
        ? `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE indexname LIKE '%\\_word' OR indexname LIKE 'only%' ORDER BY 1`
        : `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`,
    )
    expect(made.map((row) => [row['name'], /UNIQUE/.test(String(row['sql']))])).toEqual([
      ['by_word', false],
      ['only_late', true],
    ])
    const again = await rowsOf(await apis[to].dumpTo('again.zip'))
    expect(again).toEqual(await rowsOf(bytes))
    expect(loaded).toMatchObject({ verified: true })
    await expect(run(to, 'INSERT INTO ring_b VALUES (6, 99)')).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
    await run(to, 'DELETE FROM ring_b WHERE id = 6', 'INSERT INTO kinds (c0) VALUES (NULL)')
    expect(await query(engines[to]().database, 'SELECT max(id) AS id FROM kinds')).toEqual([{ id: 3 }]) // prettier-ignore
  })

  test('nothing that a file says is taken for a statement', async () => {
    const parts = await partsOf(await apis[from].dumpTo('away.zip', { tables: ['kinds'] }))
    const told = JSON.parse(parts['manifest.json'] ?? '') as Record<string, { name: string; columns: { name: string; type: string; defaultValue: string; kind: string }[] }[]> // prettier-ignore
    const { columns } = told['tables']![0]!
    told['tables']![0]!.name = 'new"); DROP TABLE x; --'
    Object.assign(
      columns.find(({ name }) => name === 'c4')!,
      { type: 'text); DROP TABLE x', defaultValue: `'a' || lo_import('x')` },
    )
    apis[to].put('bad.zip', await packed({ ...parts, 'manifest.json': JSON.stringify(told) }))
    const loaded = await apis[to].load({ file: 'bad.zip', dryRun: true })
    expect(loaded).toMatchObject({ success: true, tables: [{ table: 'new"); DROP TABLE x; --', created: true }] })
    expect(loaded['lost']).toContainEqual(
      expect.objectContaining({ type: 'default', name: 'new"); DROP TABLE x; --.c4' }),
    )
  })
})
