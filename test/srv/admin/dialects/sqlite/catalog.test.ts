import { readDeclaredType } from '../../../../../srv/admin/dialects/sqlite/values.ts'
import { ask, execute, useEngine } from '../../../../support/engines.ts'

describe('the catalog of SQLite', () => {
  const engine = useEngine('SQLite file')
  const page = { schema: 'main', pattern: '%', limit: 100, offset: 0 }
  const columnsOf = (table: string) => ask(engine(), engine().dialect.catalog.columns, { schema: 'main', table })

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE numbered (id INTEGER PRIMARY KEY, a TEXT)',
      'CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, doubled INTEGER AS (id * 2), a)',
      'CREATE TABLE keyed (id INTEGER, part INTEGER, PRIMARY KEY (part, id)) WITHOUT ROWID',
      'CREATE VIRTUAL TABLE searched USING fts5(words)',
      'CREATE TABLE child (a INTEGER REFERENCES NUMBERED, b INTEGER, c INTEGER, FOREIGN KEY (b, c) REFERENCES keyed ON DELETE SET NULL)',
      'CREATE VIEW "view" AS SELECT id, count(*) AS n FROM numbered GROUP BY id',
    ),
  )

  it('lists what is the application’s, and none of what serves it', async () => {
    const tables = await ask(engine(), engine().dialect.catalog.tables, page)
    expect(tables.map(({ name, type, columnCount }) => [name, type, columnCount])).toEqual([
      ['child', 'table', 3],
      ['counted', 'table', 3],
      ['keyed', 'table', 2],
      ['numbered', 'table', 2],
      ['searched', 'virtual', 1],
    ])
    expect(
      await ask(engine(), engine().dialect.catalog.objectNames, { schema: 'main', name: 'SQLITE_SCHEMA' }),
    ).toHaveLength(1)
  })

  it('knows which columns the database numbers or computes', async () => {
    expect(
      (await columnsOf('numbered')).map(({ identity, nullable, keyPosition }) => [identity, nullable, keyPosition]),
    ).toEqual([
      ['by default', false, 1],
      [null, true, null],
    ])
    expect(
      (await columnsOf('counted')).map(({ identity, isGenerated, kind }) => [identity, isGenerated, kind]),
    ).toEqual([
      ['by default', false, 'integer'],
      [null, true, 'integer'],
      [null, false, 'other'],
    ])
    expect((await columnsOf('keyed')).map(({ identity, keyPosition }) => [identity, keyPosition])).toEqual([
      [null, 2],
      [null, 1],
    ])
    expect((await columnsOf('view')).map(({ name, kind }) => [name, kind])).toEqual([
      ['id', 'integer'],
      ['n', 'other'],
    ])
  })

  it('finds the columns that a foreign key leaves unsaid, and the parent’s own spelling', async () => {
    const keys = await ask(engine(), engine().dialect.catalog.foreignKeys, { schema: 'main', table: 'child' })
    expect(
      keys.map(({ columns, referencedTable, referencedColumns, onDelete }) => [
        columns,
        referencedTable,
        referencedColumns,
        onDelete,
      ]),
    ).toEqual([
      [['b', 'c'], 'keyed', ['part', 'id'], 'SET NULL'],
      [['a'], 'numbered', ['id'], 'NO ACTION'],
    ])
  })

  it.each([
    ['NVARCHAR(255)', { kind: 'text', length: 255, precision: null, scale: null }],
    ['decimal(10,2)', { kind: 'decimal', length: null, precision: 10, scale: 2 }],
    ['REAL_DECIMAL', { kind: 'decimal', length: null, precision: null, scale: null }],
    ['DECIMAL(9)', { kind: 'decimal', length: null, precision: 9, scale: 0 }],
    ['TIMESTAMP_TEXT', { kind: 'timestamp' }],
    ['DATETIME_TEXT', { kind: 'timestamp' }],
    ['DATE_TEXT', { kind: 'date' }],
    ['TIME_TEXT', { kind: 'time' }],
    ['BINARY_BLOB(16)', { kind: 'binary', length: 16 }],
    ['JSON_TEXT', { kind: 'json' }],
    ['TINYINT', { kind: 'integer' }],
    ['UNSIGNED BIG INT', { kind: 'integer' }],
    ['DOUBLE PRECISION', { kind: 'float' }],
    ['BOOLEAN', { kind: 'boolean' }],
    ['', { kind: 'other' }],
  ])('reads the type %s', (type, expected) => {
    expect(readDeclaredType(type)).toMatchObject(expected)
  })
})
