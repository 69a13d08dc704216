/** What is exported and imported again is what it was: every format, every kind of value, every engine. */
import fc from 'fast-check'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import { DIALECT_ENGINES, ask, batches, execute, unhurried } from '../../../../support/engines.ts'
import { useTransfer } from '../../../../support/transfer.ts'

// Far from UTC, so that any detour by local time shows.
process.env['TZ'] = 'Asia/Tokyo'

/** Each engine's own words: CAP's types on SQLite. */
const TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sqlite: {
    flag: 'BOOLEAN',
    small: 'INTEGER',
    large: 'BIGINT',
    price: 'REAL_DECIMAL(9, 2)',
    double: 'DOUBLE',
    title: 'NVARCHAR(50)',
    long: 'NCLOB',
    day: 'DATE_TEXT',
    clock: 'TIME_TEXT',
    instant: 'TIMESTAMP_TEXT',
    bytes: 'BINARY_BLOB(100)',
  },
  postgres: {
    flag: 'BOOLEAN',
    small: 'INTEGER',
    large: 'BIGINT',
    price: 'DECIMAL(9, 2)',
    double: 'FLOAT8',
    title: 'VARCHAR(50)',
    long: 'TEXT',
    day: 'DATE',
    clock: 'TIME',
    instant: 'TIMESTAMP',
    bytes: 'BYTEA',
  },
}

const two = (value: number): string => String(value).padStart(2, '0')
const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const text = fc.string({
  maxLength: 20,
  unit: fc.constantFrom(
    'a',
    'Z',
    'ß',
    '☃',
    '😀',
    '"',
    "'",
    ',',
    ';',
    '\n',
    '\r',
    '\t',
    '\\',
    '=',
    '+',
    '<',
    '&',
    '_x0041_',
    '\u0007',
    ' ',
  ),
})

const ROW = fc.record({
  flag: fc.boolean(),
  small: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  large: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  price: fc.integer({ min: -999_999_999, max: 999_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  double: fc.double({ noDefaultInfinity: true, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  title: text,
  long: text,
  day: day.map((iso) => iso.slice(0, 10)),
  clock: fc
    .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
    .map(([hours, minutes, seconds]) => `${two(hours)}:${two(minutes)}:${two(seconds)}`),
  instant: day,
  bytes: fc.uint8Array({ maxLength: 20 }),
}) as fc.Arbitrary<Record<string, Value>>

const NAMES = Object.keys(TYPES['sqlite'] ?? {})
const rows = fc.array(
  ROW.chain((row) =>
    fc
      .subarray(NAMES, { minLength: 0 })
      .map((nulls) => NAMES.map((name) => (nulls.includes(name) ? null : (row[name] ?? null)))),
  ),
  { minLength: 20, maxLength: 40, size: 'max' },
)

const FORMATS = ['csv', 'json', 'ndjson', 'xlsx'] as const
type Format = (typeof FORMATS)[number]

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const { engine, exportTable, importTable, put } = useTransfer(name)

  beforeAll(async () => {
    const types = TYPES[engine().dialect.engine] ?? {}
    const columns = Object.entries(types).map(([column, type]) => `${column} ${type}`)
    for (const table of ['original', 'copy'])
      await execute(engine().database, `CREATE TABLE ${table} (id INTEGER NOT NULL PRIMARY KEY, ${columns.join(', ')})`)
  })

  const fill = async (values: readonly (readonly Value[])[]): Promise<void> => {
    const { dialect, schema, database } = engine()
    const stored = await ask(engine(), dialect.catalog.columns, { schema, table: 'original' })
    const bound = values.map((row, index) => [
      index,
      ...row.map((value, column) => {
        const target = stored[column + 1]
        return target && value !== null ? dialect.bindValue(target, value) : value
      }),
    ])
    await database.write(unhurried(), async (session) => {
      await session.execute({ sql: 'DELETE FROM original', parameters: [] })
      await session.insert({ schema, table: 'original', columns: ['id', ...NAMES] }, batches(bound))
    })
  }

  const fileOf = async (table: string, format: Format): Promise<Buffer> => {
    const { json } = await exportTable({ table, format, escapeFormulas: false })
    expect(json).toMatchObject({ complete: true })
    if (format === 'json') return Buffer.from(JSON.stringify(json['rows']))
    return format === 'xlsx'
      ? Buffer.from(json['contentBase64'] as string, 'base64')
      : Buffer.from(json['content'] as string)
  }

  it.each(FORMATS)('%s', async (format) => {
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        await fill(values)
        put(`rows.${format}`, await fileOf('original', format))
        const { json } = await importTable({ table: 'copy', file: `rows.${format}`, truncate: true })
        expect(json).toMatchObject({ success: true, rowsInserted: values.length })
        expect(await fileOf('copy', 'json')).toEqual(await fileOf('original', 'json'))
      }),
      { numRuns: 3 },
    )
  })
})
