import fc from 'fast-check'
import { parseFilter } from '../../../../../srv/admin/core/filter/parse.ts'
import { compileWhere } from '../../../../../srv/admin/core/filter/compile.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'
import { sqliteDialect } from '../../../../../srv/admin/dialects/sqlite/dialect.ts'
import { READING_ENGINES, ask, batches, execute, unhurried, useEngine } from '../../../../support/engines.ts'
import { HOSTILE_FILTERS } from '../../../../support/hostile-filters.ts'
import { ROWS, filter } from '../../../../support/where-arbitrary.ts'
import { COLUMNS, matches, printFilter } from '../../../../support/where-oracle.ts'
import { runs } from '../../../../support/long.ts'

const TYPES: Record<string, Record<string, string>> = {
  sqlite: {
    boolean: 'BOOLEAN',
    integer: 'INTEGER',
    decimal: 'REAL_DECIMAL(10, 2)',
    float: 'DOUBLE',
    text: 'NVARCHAR(100)',
    date: 'DATE_TEXT',
    time: 'TIME_TEXT',
    timestamp: 'TIMESTAMP_TEXT',
    binary: 'BINARY_BLOB(100)',
  },
  postgres: {
    boolean: 'BOOLEAN',
    integer: 'INTEGER',
    decimal: 'DECIMAL(10, 2)',
    float: 'FLOAT8',
    text: 'VARCHAR(100)',
    date: 'DATE',
    time: 'TIME',
    timestamp: 'TIMESTAMP',
    binary: 'BYTEA',
  },
}
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const positionless = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'at' in value ? { ...value, at: undefined } : value

const REFUSED = ['INVALID_FILTER', 'COLUMN_NOT_FOUND']
const known = Object.entries(COLUMNS).map(([name, kind]) => ({ name, kind }) as ColumnMetadata)

it('takes a hundred hostile texts for what they are', () => {
  expect(HOSTILE_FILTERS.length).toBeGreaterThan(200)
  const passed = HOSTILE_FILTERS.filter((text) => {
    try {
      compileWhere(text, sqliteDialect.filterTarget(known))
      return true
    } catch (error) {
      return !REFUSED.includes((error as { code?: string }).code ?? '')
    }
  })
  expect(passed).toEqual([])
})

it('makes of any text a statement with the names of the table and nothing but parameters, or refuses it', () => {
  const words = [
    'number',
    'flag',
    '"Odd ""name"""',
    "'x'",
    '1',
    'and',
    'or',
    'not',
    'in',
    '(',
    ')',
    ',',
    '=',
    '<',
    'is',
    'null',
    'like',
    'lower',
    ';',
    '--',
    '/*',
    '?',
    "'",
    '"',
    'select',
  ]
  const soup = fc.array(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...words) }, fc.string()), { maxLength: 12 })
  fc.assert(
    fc.property(soup, (parts) => {
      let where
      try {
        where = compileWhere(parts.join(' '), sqliteDialect.filterTarget(known))
      } catch (error) {
        expect([...REFUSED, 'AMBIGUOUS_NAME']).toContain((error as { code?: string }).code)
        return
      }
      const bare = (where?.sql ?? '').replaceAll(/"(?:[^"]|"")+"|\?\d+|\bGLOB\b/g, '')
      expect(bare).toMatch(/^[a-z_(), =<>]*$/)
    }),
    { numRuns: runs(120, 2_000) },
  )
})

it('a filter that is written is read as what it was', () => {
  fc.assert(
    fc.property(filter, (node) => {
      expect(JSON.stringify(parseFilter(printFilter(node)), positionless)).toBe(JSON.stringify(node, positionless))
    }),
  )
})

describe.each(READING_ENGINES)('filters on %s', (name) => {
  const engine = useEngine(name)
  let columns: ColumnMetadata[]

  beforeAll(async () => {
    const { database, dialect, schema } = engine()
    const types = TYPES[dialect.engine] ?? {}
    await execute(
      database,
      `CREATE TABLE item (id INTEGER NOT NULL PRIMARY KEY, ${Object.entries(COLUMNS)
        .map(([column, kind]) => `${quote(column)} ${types[kind] ?? ''}`)
        .join(', ')})`,
    )
    columns = await ask(engine(), dialect.catalog.columns, { schema, table: 'item' })
    const rows = ROWS.map((row) =>
      columns.map((column) => {
        const value = row[column.name] ?? null
        return dialect.bindValue(
          column,
          column.kind === 'binary' && typeof value === 'string'
            ? Uint8Array.from(Buffer.from(value, 'hex'))
            : column.kind === 'decimal' && value !== null
              ? String(value)
              : value,
        )
      }),
    )
    await database.write(unhurried(), (session) =>
      session.insert({ schema, table: 'item', columns: columns.map((column) => column.name) }, batches(rows)),
    )
  })

  const found = async (texts: readonly string[]) =>
    engine().database.read(unhurried(), async (session) => {
      const all: unknown[][] = []
      for (const text of texts) {
        const where = compileWhere(text, engine().dialect.filterTarget(columns))
        const rows = await session.query({
          sql: `SELECT id FROM item WHERE ${where?.sql ?? 'true'} ORDER BY id`,
          parameters: where?.parameters ?? [],
        })
        all.push(rows.map((row) => row['id']))
      }
      return all
    })

  it('find the rows that they mean', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (node) => {
        const text = printFilter(node)
        const expected = ROWS.filter((row) => matches(node, row) === true).map((row) => row['id'])
        expect((await found([text]))[0]).toEqual(expected)
      }),
      { numRuns: runs(60, 1_000) },
    )
  }, 120_000)

  it.each([
    `"odd ""NAME""" = 'Luke'`,
    `changed = '1977-05-25 12:30:00'`,
    `changed = timestamp'1977-05-25T14:30:00+02:00'`,
    `born < current_date`,
    `changed <= current_timestamp and flag`,
    `year(born) = 1977 and month(born) = 5 and day(born) >= 25`,
    `number = 1.0`,
    `number < 12345678901234567890123`,
    `number in (1, 1.5, 42)`,
    `price = coalesce(ratio, price)`,
  ])('%s finds rows', async (text) => {
    const [rows] = await found([text])
    expect(rows?.length).toBeGreaterThan(0)
  })
})
