import fc from 'fast-check'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import type { Database, Session } from '../../../../../srv/admin/database/session.ts'
import { dataProfile } from '../../../../../srv/admin/operations/analysis/data-profile.ts'
import { CatalogNames } from '../../../../../srv/admin/catalog/names.ts'
import { contextFor } from '../../../../support/operation-context.ts'
import { counted, type Counts } from '../../../../support/counted.ts'
import { READING_ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { fillTable, startEngineApi, type TestColumn } from '../../../../support/engine-api.ts'
import { nearly } from '../../../../support/nearly.ts'
import { route } from '../../../../support/operations.ts'
import { runs } from '../../../../support/long.ts'
import { modelEntity } from '../../../../support/model-entity.ts'

type Profile = Record<string, unknown> & { columns: Record<string, unknown>[] }

const COLUMNS: readonly TestColumn[] = [
  { name: 'id', kind: 'integer', isKey: true },
  { name: 'flag', kind: 'boolean' },
  { name: 'whole', kind: 'integer' },
  { name: 'price', kind: 'decimal' },
  { name: 'ratio', kind: 'float' },
  { name: 'word', kind: 'text' },
  { name: 'day', kind: 'date' },
  { name: 'at', kind: 'timestamp' },
  { name: 'bytes', kind: 'binary' },
]

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 })
const cents = fc.integer({ min: -500, max: 500 })
const rowOf = fc.tuple(
  optional(fc.boolean()),
  optional(fc.integer({ min: -4, max: 4 })),
  optional(cents.map((value) => (value / 100).toFixed(2))),
  optional(fc.integer({ min: -40, max: 40 }).map((value) => value / 8)),
  optional(fc.string({ unit: fc.constantFrom('a', 'B', 'ä', '😀', ' '), maxLength: 3 })),
  optional(fc.integer({ min: 0, max: 5 }).map((day) => `2024-02-2${String(day)}`)),
  optional(fc.integer({ min: 0, max: 3 }).map((second) => `2024-02-29T23:59:5${String(second)}.250Z`)),
  optional(fc.uint8Array({ minLength: 0, maxLength: 5 })),
)
const tables = fc.array(rowOf, { maxLength: 40 })

const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e4
const codePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The profile of a column, by its definition. */
const describeValues = (kind: string, all: readonly Value[]): Record<string, unknown> => {
  const values = all.filter((value) => value !== null)
  const isNumeric = ['integer', 'decimal', 'float'].includes(kind)
  const isText = kind === 'text'
  const compare = (a: Value, b: Value): number =>
    isNumeric || kind === 'boolean' ? Number(a) - Number(b) : codePoints(String(a), String(b))
  const sorted = values.toSorted(compare)
  const numbers = isNumeric ? sorted.map(Number) : []
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
  const percentile = (share: number): number | null => {
    if (numbers.length === 0) return null
    const at = share * (numbers.length - 1)
    const [low = 0, high = 0] = [numbers[Math.floor(at)], numbers[Math.ceil(at)]]
    return low + (high - low) * (at - Math.floor(at))
  }
  const counts = new Map<Value, number>()
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1)
  const top = [...counts].toSorted((a, b) => b[1] - a[1] || compare(a[0], b[0])).slice(0, 3)
  const lengths = isText
    ? values.map((value) => Array.from(String(value)).length)
    : kind === 'binary'
      ? values.map((value) => (value as Uint8Array).length)
      : []
  const hasValues = kind !== 'binary'
  return {
    nullCount: all.length - values.length,
    nullPercent: percent(all.length - values.length, all.length),
    distinctCount: hasValues ? counts.size : null,
    uniquePercent: hasValues
      ? percent([...counts.values()].filter((count) => count === 1).length, values.length)
      : null,
    min: hasValues && kind !== 'boolean' ? (sorted[0] ?? null) : null,
    max: hasValues && kind !== 'boolean' ? (sorted.at(-1) ?? null) : null,
    avg: numbers.length === 0 ? null : mean,
    stddev:
      numbers.length < 2
        ? null
        : Math.sqrt(numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (numbers.length - 1)),
    p25: percentile(0.25),
    median: percentile(0.5),
    p75: percentile(0.75),
    zeroCount: isNumeric ? numbers.filter((value) => value === 0).length : null,
    negativeCount: isNumeric ? numbers.filter((value) => value < 0).length : null,
    minLength: lengths.length === 0 ? null : Math.min(...lengths),
    maxLength: lengths.length === 0 ? null : Math.max(...lengths),
    avgLength: lengths.length === 0 ? null : lengths.reduce((sum, each) => sum + each, 0) / lengths.length,
    emptyCount: isText || kind === 'binary' ? lengths.filter((length) => length === 0).length : null,
    topValues: hasValues ? top.map(([value, count]) => ({ value, count, percent: percent(count, all.length) })) : [],
  }
}

/** A database whose reads note the statements that they send. */
const watching = (database: Database, sent: string[]): Database => ({
  ...database,
  read: (options, work) =>
    database.read(options, (session) => {
      const query: Session['query'] = (statement) => {
        sent.push(statement.sql)
        return session.query(statement)
      }
      return work(
        new Proxy(session, {
          get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) as unknown,
        }),
      )
    }),
})

const MODEL = {
  services: [],
  entities: [modelEntity({ name: 'test.Person', table: 'PERSON', keys: ['id'], sensitiveColumns: ['Name'] })],
}

describe.each(READING_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, [route('POST', dataProfile, 'operator')], { model: MODEL })
  const sent: string[] = []
  const watched = startEngineApi(
    () => ({ ...engine(), database: watching(engine().database, sent) }),
    [route('POST', dataProfile, 'operator')],
  )
  const profile = async (body: Record<string, unknown>, user?: string): Promise<Profile> =>
    (await api.post('/dataProfile', body, user)) as Profile
  const column = ({ columns }: Profile, wanted: string): Record<string, unknown> =>
    columns.find((each) => each['name'] === wanted) ?? {}

  test('tells of generated tables what their definition tells', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const stored = rows.map((row, index): Value[] => [index, ...row])
        await fillTable(engine(), 'anything', COLUMNS, stored)
        const answer = await profile({ table: 'anything', topValues: 3 })
        expect(answer).toMatchObject({ success: true, table: 'anything', rowCount: rows.length, columnCount: 9 })
        expect(answer).toMatchObject({ sampled: false, sampledRows: rows.length })
        for (const [index, { name: columnName, kind }] of COLUMNS.entries()) {
          const found = column(answer, columnName)
          const expected = describeValues(
            kind,
            stored.map((row) => row[index] ?? null),
          )
          expect({ columnName, ...nearly(found, expected) }).toMatchObject({ columnName, ...expected })
        }
      }),
      { numRuns: runs(2, 12) },
    )
  })

  test('one scan counts all columns, and each is sorted once and grouped once at most', async () => {
    const row: Value[] = [1, true, 5, '1.50', 0.5, 'a', '2024-02-29', '2024-02-29T23:59:59.250Z', Uint8Array.of(1)]
    await fillTable(engine(), 'scanned', COLUMNS, [row, row.with(0, 2), row.with(0, 3)])
    sent.length = 0
    expect(await watched.post('/dataProfile', { table: 'scanned', histogramBins: 2 })).toMatchObject({ rowCount: 3 })
    // Where means are guessed first, some rows are enough.
    const scans = sent.filter((sql) => sql.includes(engine().dialect.quote('scanned')) && !sql.includes('LIMIT 1000'))
    expect(scans.filter((sql) => sql.includes('AS "total"'))).toHaveLength(1)
    expect(scans.length).toBeLessThanOrEqual(1 + 2 * COLUMNS.length)
  })

  test('an empty table has no percentages, and no alerts', async () => {
    await fillTable(engine(), 'nothing', COLUMNS, [])
    const answer = await profile({ table: 'nothing' })
    expect(column(answer, 'whole')).toMatchObject({
      ...{
        nullCount: 0,
        nullPercent: null,
        distinctCount: 0,
        uniquePercent: null,
        avg: null,
        alerts: [],
        topValues: [],
      },
    })
    expect(JSON.stringify(answer)).not.toMatch(/NaN|undefined/)
  })

  test('alerts name what is remarkable', async () => {
    const rows = [1, 2, 3, 4].map((id): Value[] => [id, true, null, '5.00', id < 3 ? null : 1.5])
    await fillTable(engine(), 'remarkable', COLUMNS.slice(0, 5), rows)
    const { columns } = await profile({ table: 'remarkable' })
    expect(columns.map(({ alerts }) => alerts)).toEqual([
      ['UNIQUE'],
      ['CONSTANT'],
      ['ALL_NULL'],
      ['CONSTANT'],
      ['CONSTANT', 'HIGH_NULL'],
    ])
  })

  test('the deviation keeps its digits where values are large and close to each other', async () => {
    const values = [4, 7, 13, 16].map((value) => 1e9 + value)
    // More rows without value than are looked at for a first guess of the mean.
    const rows = [...Array.from({ length: 1_200 }, () => null), ...values].map((value, id): Value[] => [id, value])
    await fillTable(engine(), 'large', [COLUMNS[0]!, { name: 'n', kind: 'float' }], rows)
    for (const where of ['id >= 0', 'n > 0']) {
      const found = column(await profile({ table: 'large', where }), 'n')
      expect(found).toMatchObject({ avg: 1e9 + 10 })
      expect(found['stddev']).toBeCloseTo(Math.sqrt(30), 10)
    }
  })

  test('values that are no finite numbers are values, and in no statistics', async () => {
    const values = [4, 7, 13, 16].map((value) => 1e9 + value)
    const odd = name.startsWith('SQLite') ? ['9e999', '-9e999', `'many'`] : ["'Infinity'", "'-Infinity'", "'NaN'"]
    await fillTable(engine(), 'odd', [COLUMNS[0]!, { name: 'n', kind: 'float' }], [])
    const rows = [...odd, ...values.map(String), 'NULL'].map((value, id) => `(${String(id)}, ${value})`)
    await execute(engine().database, `INSERT INTO odd VALUES ${rows.join(', ')}`)
    for (const where of ['id >= 0', 'id > 2']) {
      const hasOdd = where === 'id >= 0'
      const found = column(await profile({ table: 'odd', where, topValues: 8, histogramBins: 2 }), 'n')
      expect(found).toMatchObject({
        ...{ nullCount: 1, distinctCount: hasOdd ? 7 : 4, avg: 1e9 + 10, zeroCount: 0, negativeCount: 0 },
        ...{ p25: 1e9 + 6.25, median: 1e9 + 10, p75: 1e9 + 13.75 },
        histogram: [expect.objectContaining({ count: 2 }), expect.objectContaining({ count: 2 })],
      })
      expect(found['stddev']).toBeCloseTo(Math.sqrt(30), 10)
      expect(found['topValues']).toHaveLength(hasOdd ? 7 : 4)
    }
  })

  test('numbers whose squares are none have no mean and no deviation, but all else', async () => {
    const rows = [1e200, -1e200, 3e200].map((value, id): Value[] => [id, value])
    await fillTable(engine(), 'huge', [COLUMNS[0]!, { name: 'n', kind: 'float' }], rows)
    expect(column(await profile({ table: 'huge' }), 'n')).toMatchObject({
      ...{ min: -1e200, max: 3e200, median: 1e200, stddev: null, negativeCount: 1 },
    })
  })

  test('wide integers and decimals are texts and keep every digit', async () => {
    const rows = [9_007_199_254_740_993n, 9_007_199_254_740_995n].map((value): Value[] => [value, '1234567890.12'])
    await fillTable(engine(), 'wide', [COLUMNS[0]!, { name: 'price', kind: 'decimal' }], rows)
    const answer = await profile({ table: 'wide' })
    expect(column(answer, 'id')).toMatchObject({ min: '9007199254740993', max: '9007199254740995', distinctCount: 2 })
    expect(column(answer, 'price')).toMatchObject({ min: '1234567890.12', avg: 1234567890.12, stddev: 0 })
  })

  test('a histogram counts each number once, between the bounds it tells', async () => {
    const values = [0, 1, 2, 2.5, 5, 7.5, 9.99, 10]
    await fillTable(
      engine(),
      'bins',
      [COLUMNS[0]!, { name: 'n', kind: 'float' }, { name: 'same', kind: 'integer' }],
      values.map((value, id): Value[] => [id, value, 3]),
    )
    const answer = await profile({ table: 'bins', histogramBins: 4 })
    expect(column(answer, 'n')['histogram']).toEqual([
      { from: 0, to: 2.5, count: 3 },
      { from: 2.5, to: 5, count: 1 },
      { from: 5, to: 7.5, count: 1 },
      { from: 7.5, to: 10, count: 3 },
    ])
    expect(column(answer, 'same')['histogram']).toEqual([{ from: 3, to: 3, count: 8 }])
  })

  test('dates and timestamps have histograms, too, and those of dates have whole days', async () => {
    const days = ['2024-02-27', '2024-02-28', '2024-02-29', '2024-02-29', '2024-03-01', '2024-03-02']
    const rows = days.map((day, id): Value[] => [id, day, `${day}T12:00:00.000Z`, '2024-02-29'])
    const columns = [COLUMNS[0]!, { name: 'day', kind: 'date' }, { name: 'at', kind: 'timestamp' }] as const
    await fillTable(
      engine(),
      'calendar',
      [...columns, { name: 'same', kind: 'date' }],
      [...rows, [9, null, null, null]],
    )
    const answer = await profile({ table: 'calendar', histogramBins: 3 })
    expect(column(answer, 'day')['histogram']).toEqual([
      { from: '2024-02-27', to: '2024-02-29', count: 2 },
      { from: '2024-02-29', to: '2024-03-02', count: 3 },
      { from: '2024-03-02', to: '2024-03-02', count: 1 },
    ])
    const at = column(answer, 'at')['histogram'] as { from: string; to: string; count: number }[]
    expect(at.map(({ count }) => count)).toEqual([2, 2, 2])
    expect([at[0]!.from, at.at(-1)!.to]).toEqual(['2024-02-27T12:00:00.000Z', '2024-03-02T12:00:00.000Z'])
    expect(column(answer, 'same')['histogram']).toEqual([{ from: '2024-02-29', to: '2024-02-29', count: 6 }])
    expect(column(await profile({ table: 'calendar', where: 'id = 9', histogramBins: 3 }), 'day')).not.toHaveProperty(
      'histogram',
    )
  })

  test('a sample says how many rows of how many it took, and takes the same for every column', async () => {
    const rows = Array.from({ length: 5_000 }, (_, id): Value[] => [id, id])
    await fillTable(engine(), 'many', [COLUMNS[0]!, { name: 'n', kind: 'integer' }], rows)
    const answer = await profile({ table: 'many', sampleSize: 1_000 })
    const sampled = Number(answer['sampledRows'])
    expect(answer).toMatchObject({ rowCount: 5_000, sampled: true })
    expect(typeof answer['sampleMethod']).toBe('string')
    expect(Math.abs(sampled - 1_000)).toBeLessThan(200)
    for (const each of ['id', 'n'])
      expect(column(answer, each)).toMatchObject({ distinctCount: sampled, distinctExact: false, uniquePercent: 100 })
    // A sample over all of the table, not of its beginning.
    expect(Math.abs(Number(column(answer, 'n')['avg']) - 2_500)).toBeLessThan(250)
    expect(await profile({ table: 'many', sampleSize: 9_000 })).toMatchObject({ sampled: false, sampledRows: 5_000 })
  })

  test('views are profiled, filters count, and columns come as asked for', async () => {
    await fillTable(engine(), 'base', COLUMNS.slice(0, 3), [
      [1, true, 5],
      [2, false, 7],
    ])
    await execute(engine().database, 'DROP VIEW IF EXISTS seen', 'CREATE VIEW seen AS SELECT whole, id FROM base')
    const answer = await profile({ table: 'SEEN', columns: 'Whole', where: 'id > 1', sampleSize: 1 })
    expect(answer).toMatchObject({ table: 'seen', rowCount: 1, columnCount: 1, sampled: false })
    expect(column(answer, 'whole')).toMatchObject({ min: 7, max: 7 })
    expect(await profile({ table: 'seen', columns: 'nope' })).toMatchObject({ code: 'COLUMN_NOT_FOUND' })
    expect(await profile({ table: 'seen', where: '1; drop table base' })).toMatchObject({ code: 'INVALID_FILTER' })
  })

  test('sensitive values are hidden from everybody but admins; counts are not', async () => {
    await fillTable(
      engine(),
      'person',
      [COLUMNS[0]!, { name: 'name', kind: 'text' }],
      [
        [1, 'Leia'],
        [2, null],
      ],
    )
    const hidden = column(await profile({ table: 'person' }), 'name')
    expect(hidden).toMatchObject({ masked: true, nullCount: 1, maxLength: 4, min: null, max: null, topValues: [] })
    expect(JSON.stringify(hidden)).not.toContain('Leia')
    expect(column(await profile({ table: 'person' }, 'admin'), 'name')).toMatchObject({ min: 'Leia', distinctCount: 1 })
  })

  test('texts too long to be listed are measured like large objects', async () => {
    await fillTable(engine(), 'long', [COLUMNS[0]!], [[1]])
    await execute(
      engine().database,
      'ALTER TABLE long ADD COLUMN story TEXT',
      `UPDATE long SET story = '${'x'.repeat(4_001)}'`,
    )
    expect(column(await profile({ table: 'long' }), 'story')).toMatchObject({
      ...{ nullCount: 0, maxLength: 4_001, distinctCount: null, min: null, topValues: [] },
    })
  })

  if (name === 'PostgreSQL')
    test('the least and the greatest value are those of the type, which may be any', async () => {
      await execute(
        engine().database,
        'DROP TABLE IF EXISTS types',
        'CREATE TABLE types (lasts interval, cost money, host inet, number oid, list integer[], during int4range, id uuid, doc json, page xml)',
        `INSERT INTO types VALUES ('9 days', '-$2', '10.0.0.2', 9, '{1,NULL}', '[1,2]', gen_random_uuid(), '{}', '<a/>'),
                                  ('1 year', '$10', '9.0.0.1', 10, '{}', 'empty', NULL, '[1]', '<b/>'), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
      )
      const answer = await profile({ table: 'types', histogramBins: 3 })
      expect(column(answer, 'lasts')).toMatchObject({ min: 'P9D', max: 'P1Y', distinctCount: 2, avg: null })
      expect(column(answer, 'cost')).toMatchObject({ min: '-$2.00', max: '$10.00' })
      expect(column(answer, 'host')).toMatchObject({ min: '9.0.0.1', max: '10.0.0.2' })
      expect(column(answer, 'number')).toMatchObject({ min: 9, max: 10, nullCount: 1, distinctCount: 2 })
      for (const each of ['list', 'during', 'page']) expect(column(answer, each)).toMatchObject({ distinctCount: 2 })
      expect(await profile({ table: 'types', where: `number = '10'` })).toMatchObject({ success: true, rowCount: 1 })
    })

  if (name.startsWith('SQLite'))
    test('texts of any column are told apart by their case, and are as long in a BLOB as they are', async () => {
      await execute(
        engine().database,
        'DROP TABLE IF EXISTS loose',
        'CREATE TABLE loose (word TEXT COLLATE NOCASE, any_ COLLATE NOCASE, day DATE COLLATE NOCASE, number INTEGER COLLATE NOCASE, bytes BLOB, own BINARY_BLOB(9))',
        `INSERT INTO loose VALUES ('a', 'a', 'a', 'a', 'abcd', 'YWJj'), ('A', 'A', 'A', 'A', 'é', 'YWI=')`,
      )
      const answer = await profile({ table: 'loose' })
      for (const each of ['word', 'any_', 'day', 'number'])
        expect([each, column(answer, each)]).toMatchObject([each, { distinctCount: 2, uniquePercent: 100, min: 'A' }])
      expect(column(answer, 'bytes')).toMatchObject({ minLength: 2, maxLength: 4, avgLength: 3, emptyCount: 0 })
      expect(column(answer, 'own')).toMatchObject({ minLength: 2, maxLength: 3 })
    })

  test('averages are right at the limits of integers', async () => {
    const [low, high] = ['-9223372036854775808', '9223372036854775807']
    await fillTable(engine(), 'limits', [COLUMNS[0]!], [[1], [2], [3], [4]])
    await execute(
      engine().database,
      'ALTER TABLE limits ADD COLUMN most BIGINT',
      'ALTER TABLE limits ADD COLUMN wide BIGINT',
      `UPDATE limits SET most = ${high} - id, wide = CASE WHEN id % 2 = 0 THEN ${low} ELSE ${high} - id END`,
    )
    const answer = await profile({ table: 'limits' })
    // The nearest number that JSON has to 2^63 - 3.5; (2^63 - 2 + 2^63 - 4 - 2 * 2^63) / 4 = -1.5
    expect(column(answer, 'most')).toMatchObject({ avg: 2 ** 63, median: 2 ** 63, max: '9223372036854775806' })
    expect(column(answer, 'wide')).toMatchObject({ avg: -1.5, min: low, max: '9223372036854775806' })
  })

  test('a table with odd names is profiled as any other', async () => {
    const odd = 'a"; DROP TABLE base; --'
    await fillTable(engine(), odd, [{ name: odd, kind: 'text' }], [['x'], ['x']])
    expect(column(await profile({ table: odd }), odd)).toMatchObject({ distinctCount: 1, alerts: ['CONSTANT'] })
  })

  it('looks at values of some rows where time is too short, and says of how many', async () => {
    const columns: readonly TestColumn[] = ['id', 'half', 'few', 'gone'].map((name) => ({ name, kind: 'integer' }))
    await fillTable(engine(), 'late', columns, [])
    const many = 120_000
    await execute(
      engine().database,
      `INSERT INTO late WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
       SELECT i, CASE WHEN i % 2 = 0 THEN i END, i % 4, NULL FROM n`,
    )
    const { database } = engine()
    const read: Database['read'] = (options, work) => database.read({ ...options, timeoutMs: 60_000 }, work)
    const late = contextFor(
      { ...engine(), database: Object.assign(Object.create(database) as Database, { read }) },
      {
        role: 'operator',
        timeoutMs: 0,
        names: new CatalogNames(engine().dialect, null, { has: () => false } as never),
      },
    )
    const answer = (await dataProfile.run(late, { table: 'late', topValues: 4, histogramBins: 2 })) as Profile
    expect(answer).toMatchObject({ rowCount: many, sampled: false, sampledRows: many })
    const of = Number(column(answer, 'id')['valueRows'])
    expect(Math.abs(of - 100_000)).toBeLessThan(2_000)
    // What one look at all rows tells is exact, and nothing is concluded from some of them.
    const sampled = { distinctExact: false, valueRows: of, alerts: [] }
    expect(column(answer, 'id')).toMatchObject({ ...sampled, distinctCount: of, max: many, avg: (many + 1) / 2 })
    expect(column(answer, 'half')).toMatchObject({ nullCount: many / 2, max: many, uniquePercent: 100 })
    const few = column(answer, 'few')
    expect(few).toMatchObject({ ...sampled, distinctCount: 4, nullCount: 0, zeroCount: many / 4 })
    const [first] = few['topValues'] as { count: number; percent: number }[]
    expect(first!.percent).toBe(percent(first!.count, of))
    const sums = (few['histogram'] as { count: number }[]).map(({ count }) => count)
    expect(sums.reduce((total, count) => total + count, 0)).toBe(of)
    expect(column(answer, 'gone')).toMatchObject({ nullCount: many, distinctCount: 0, alerts: ['ALL_NULL'] })
  })

  it('reads a column once more that has few values, and twice one that has many', async () => {
    const columns: readonly TestColumn[] = [
      { name: 'few', kind: 'integer' },
      { name: 'many', kind: 'integer' },
    ]
    await fillTable(
      engine(),
      'repeated',
      columns,
      Array.from({ length: 500 }, (_, row) => [row % 7, row]),
    )
    const statementsFor = async (column: string): Promise<number> => {
      const counts: Counts = { transactions: 0, statements: [] }
      await dataProfile.run(
        contextFor(counted(engine(), counts), {
          role: 'operator',
          names: new CatalogNames(engine().dialect, null, { has: () => false } as never),
        }),
        { table: 'repeated', columns: column, topValues: 5 },
      )
      return counts.statements.length
    }
    const [few, many] = [await statementsFor('few'), await statementsFor('many')]
    expect(many - few).toBe(engine().dialect.analysis.aggregates ? 1 : 0)
  })
})
