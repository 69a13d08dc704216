import fc from 'fast-check'
import { createBuckets } from '../../../../../srv/admin/core/time/buckets.ts'
import { INTERVALS } from '../../../../../srv/admin/core/time/intervals.ts'
import { createZone } from '../../../../../srv/admin/core/time/zone.ts'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import { timeseriesTools } from '../../../../../srv/admin/operations/system/timeseries-tools.ts'
import { fillTable, startEngineApi, type TestColumn } from '../../../../support/engine-api.ts'
import { READING_ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { nearly } from '../../../../support/nearly.ts'
import { route } from '../../../../support/operations.ts'
import { runs } from '../../../../support/long.ts'
import { modelEntity } from '../../../../support/model-entity.ts'

type Body = Record<string, unknown>
type Bucket = Body & { start: string }
type Series = { group?: Body; buckets: Bucket[] }

const COLUMNS: readonly TestColumn[] = [
  { name: 'id', kind: 'integer', isKey: true },
  { name: 'at', kind: 'timestamp' },
  { name: 'amount', kind: 'decimal' },
  { name: 'place', kind: 'text' },
]
const DAYS: readonly TestColumn[] = [
  { name: 'id', kind: 'integer', isKey: true },
  { name: 'day', kind: 'date' },
  { name: 'amount', kind: 'float' },
]
const MODEL = {
  services: [],
  entities: [modelEntity({ name: 'test.Pay', table: 'pay', keys: ['id'], sensitiveColumns: ['amount'] })],
}

interface Point {
  at: number | null
  cents: number | null
  place: string | null
}
const point = (from: number, days: number): fc.Arbitrary<Point> =>
  fc.record({
    at: fc.option(
      fc.integer({ min: 0, max: days * 86_400_000 }).map((ms) => from + ms),
      { freq: 10 },
    ),
    cents: fc.option(fc.integer({ min: -10_000, max: 10_000 }), { freq: 5 }),
    place: fc.option(fc.constantFrom('a', 'B', 'ä'), { freq: 5 }),
  })
const rowsOf = (points: readonly Point[]): Value[][] =>
  points.map(({ at, cents, place }, id) => [
    id,
    at === null ? null : new Date(at).toISOString(),
    cents === null ? null : (cents / 100).toFixed(2),
    place,
  ])

/** The aggregates of a bucket, by their definition. */
const aggregatesOf = (points: readonly Point[]): Body => {
  const present = points
    .filter((each): each is Point & { at: number; cents: number } => each.cents !== null)
    .toSorted((a, b) => a.at - b.at || a.cents - b.cents)
  const values = present.map(({ cents }) => cents / 100)
  const sum = present.reduce((total, { cents }) => total + cents, 0) / 100
  const mean = sum / values.length
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0)
  const isEmpty = values.length === 0
  return {
    count: values.length,
    nullCount: points.length - values.length,
    sum: isEmpty ? null : sum,
    avg: isEmpty ? null : mean,
    min: isEmpty ? null : Math.min(...values),
    max: isEmpty ? null : Math.max(...values),
    first: values[0] ?? null,
    last: values.at(-1) ?? null,
    stddev: values.length < 2 ? null : Math.sqrt(squares / (values.length - 1)),
    filled: false,
  }
}

describe.each(READING_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const settings = { limits: { timeBuckets: 500, timeBucketsMax: 2_000 } }
  const api = startEngineApi(engine, [route('POST', timeseriesTools, 'viewer')], { model: MODEL, settings })
  const ask = (body: Body, user?: string): Promise<Body> => api.post('/timeseriesTools', body, user)
  const aggregate = async (body: Body): Promise<Body & { series: Series[] }> =>
    (await ask({ action: 'aggregate', table: 'events', timeColumn: 'at', valueColumn: 'amount', ...body })) as never

  describe('aggregate', () => {
    const cases = fc.record({
      zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Havana'),
      interval: fc.constantFrom(...INTERVALS),
      size: fc.constantFrom(1, 2, 5, 6, 15),
    })
    // Around a day on which Berlin, Lord Howe or Havana set their clocks; and before 1970.
    const start = fc.constantFrom(
      '2024-10-26T12:00Z',
      '2024-03-30T12:00Z',
      '2024-04-06T12:00Z',
      '2024-11-02T20:00Z',
      '1969-12-30T20:00Z',
    )

    test('gives for generated rows what the definition gives', async () => {
      await fc.assert(
        fc.asyncProperty(
          cases,
          start.chain((from) => fc.array(point(Date.parse(from), 2), { maxLength: 30 })),
          async ({ zone, interval, size }, points) => {
            await fillTable(engine(), 'events', COLUMNS, rowsOf(points))
            const timed = points.filter((each): each is Point & { at: number } => each.at !== null)
            const times = timed.map(({ at }) => at)
            const range = { fromMs: Math.min(...times, 0), toMs: Math.max(...times, 0) }
            const buckets = createBuckets({ interval, size, zone: createZone(zone), ...range })
            const expected = [...Map.groupBy(timed, ({ place }) => place)]
              .toSorted(([a], [b]) =>
                a === null ? 1 : b === null ? -1 : Buffer.compare(Buffer.from(a), Buffer.from(b)),
              )
              .map(([place, members]) => ({
                group: { place },
                buckets: [...Map.groupBy(members, ({ at }) => buckets.numberAt(at))]
                  .toSorted(([a], [b]) => a - b)
                  .map(([number, inside]) => ({
                    start: new Date(buckets.startOf(number)).toISOString(),
                    ...aggregatesOf(inside),
                  })),
              }))
            const functions = 'count,sum,avg,min,max,first,last,stddev'
            const answer = await aggregate({ timezone: zone, interval, size, functions, groupBy: 'place' })
            expect(answer).toMatchObject({
              success: true,
              action: 'aggregate',
              timezone: zone,
              interval,
              truncated: false,
            })
            const found = answer.series.map(({ group, buckets: list }, series) => ({
              group,
              buckets: list.map((bucket, index) => nearly(bucket, expected[series]?.buckets[index] ?? {})),
            }))
            expect(found).toEqual(expected)
          },
        ),
        { numRuns: runs(4, 25) },
      )
    })

    test('takes the rows from the first bound on, up to but without the second, and no bucket outside', async () => {
      const times = ['09:59:59.999', '10:00:00.000', '11:30:00.000', '11:59:59.999', '12:00:00.000']
      await fillTable(
        engine(),
        'events',
        COLUMNS,
        times.map((time, id): Value[] => [id, `2024-05-01T${time}Z`, '1.00', null]),
      )
      const range = { from: '2024-05-01T10:00:00Z', to: '2024-05-01T12:00:00Z', functions: 'count' }
      expect((await aggregate(range)).series).toEqual([
        {
          buckets: [
            { start: '2024-05-01T10:00:00.000Z', count: 1, nullCount: 0, filled: false },
            { start: '2024-05-01T11:00:00.000Z', count: 2, nullCount: 0, filled: false },
          ],
        },
      ])
      const inside = await aggregate({ ...range, from: '2024-05-01T11:15:00Z' })
      expect(inside.series[0]?.buckets.map(({ start: label }) => label)).toEqual(['2024-05-01T11:15:00.000Z'])
      // Without offset a time is one of the zone.
      const local = await aggregate({
        timezone: 'Europe/Berlin',
        from: '2024-05-01T12:00',
        to: '2024-05-01T14:00',
        functions: 'count',
      })
      expect(local.series[0]?.buckets.map(({ count }) => count)).toEqual([1, 2])
      expect(await aggregate({ from: 'yesterday' })).toMatchObject({ code: 'INVALID_PARAMETER' })
      expect(await aggregate({ from: '2024-05-02', to: '2024-05-01' })).toMatchObject({ code: 'INVALID_PARAMETER' })
    })

    test('fills what is empty, says what it filled, and averages over it', async () => {
      const rows = [
        ['2024-01-01T00:30:00Z', '1.00'],
        ['2024-01-01T03:10:00Z', '7.00'],
        ['2024-01-01T04:10:00Z', null],
      ]
      await fillTable(
        engine(),
        'events',
        COLUMNS,
        rows.map(([at, amount], id): Value[] => [id, at ?? null, amount ?? null, null]),
      )
      const filled = async (body: Body): Promise<unknown[]> => {
        const { series } = await aggregate({ functions: 'avg,count', to: '2024-01-01T06:00Z', ...body })
        return series.flatMap(({ buckets }) =>
          buckets.map((bucket) => [bucket['avg'], bucket['count'], bucket['filled']]),
        )
      }
      expect(await filled({ fill: 'none' })).toEqual([
        [1, 1, false],
        [7, 1, false],
        [null, 0, false],
      ])
      expect(await filled({ fill: 'linear' })).toEqual([
        [1, 1, false],
        [3, 0, true],
        [5, 0, true],
        [7, 1, false],
        [null, 0, false],
        [null, 0, true],
      ])
      expect((await filled({ fill: 'locf' })).map((each) => (each as unknown[])[0])).toEqual([1, 1, 1, 7, 7, 7])
      expect((await filled({ fill: 'zero' })).map((each) => (each as unknown[])[0])).toEqual([1, 0, 0, 7, 0, 0])
      expect((await filled({ fill: 'null' })).map((each) => (each as unknown[])[0])).toEqual([
        1,
        null,
        null,
        7,
        null,
        null,
      ])
      const { series } = await aggregate({ fill: 'linear', movingAverage: 2, to: '2024-01-01T04:00Z' })
      expect(series[0]?.buckets.map(({ movingAverage }) => movingAverage)).toEqual([null, 2, 4, 6])
    })

    test('cuts visibly, and refuses a range with too many buckets', async () => {
      const rows = Array.from({ length: 20 }, (_, id): Value[] => [
        id,
        `2024-01-${String(id + 1).padStart(2, '0')}T00:00:00Z`,
        '1.00',
        id % 2 ? 'odd' : 'even',
      ])
      await fillTable(engine(), 'events', COLUMNS, rows)
      const answer = await aggregate({ interval: 'DAY', groupBy: 'place', limit: 12 })
      expect(answer).toMatchObject({ bucketCount: 20, truncated: true })
      expect(answer.series.map(({ buckets }) => buckets.length)).toEqual([10, 2])
      const filled = await aggregate({ interval: 'DAY', groupBy: 'place', fill: 'zero', limit: 25 })
      expect(filled).toMatchObject({ bucketCount: 40, truncated: true })
      expect(await aggregate({ interval: 'SECOND', fill: 'zero' })).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
      expect(await aggregate({ limit: 2_001 })).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
    })

    test('dates are days of the zone', async () => {
      await fillTable(
        engine(),
        'days',
        DAYS,
        ['2024-03-30', '2024-03-31', '2024-04-01', null].map((day, id): Value[] => [id, day, id]),
      )
      const body = { table: 'days', timeColumn: 'day', timezone: 'Europe/Berlin', functions: 'count' }
      const labels = async (more: Body): Promise<unknown[]> =>
        (await aggregate({ ...body, ...more })).series.flatMap(({ buckets }) =>
          buckets.map(({ start: label, count }) => [label, count]),
        )
      expect(await labels({})).toEqual([
        ['2024-03-29T23:00:00.000Z', 1],
        ['2024-03-30T23:00:00.000Z', 1],
        ['2024-03-31T22:00:00.000Z', 1],
      ])
      expect(await labels({ interval: 'MONTH' })).toEqual([
        ['2024-02-29T23:00:00.000Z', 2],
        ['2024-03-31T22:00:00.000Z', 1],
      ])
      expect(await labels({ from: '2024-03-31', to: '2024-04-01' })).toEqual([['2024-03-30T23:00:00.000Z', 1]])
      expect(await labels({ from: '2024-03-30T00:00:01' })).toHaveLength(2)
      expect(await aggregate({ ...body, interval: 'HOUR' })).toMatchObject({ code: 'INVALID_PARAMETER' })
    })

    test('an empty table has no series', async () => {
      await fillTable(engine(), 'events', COLUMNS, [[1, null, '1.00', null]])
      expect(await aggregate({ fill: 'zero' })).toMatchObject({ series: [], bucketCount: 0, truncated: false })
    })

    test('other times than CAP writes are read, too', async () => {
      await fillTable(engine(), 'events', COLUMNS, [])
      const values = [`'2024-05-01 10:30:00'`, `'2024-05-01T10:59:59.999999Z'`, `'2024-05-01T12:30:00+02:00'`]
      // PostgreSQL's plain timestamps have no zone to read.
      const last = engine().dialect.engine === 'postgres' ? `'2024-05-01 10:30:00'` : values[2]
      for (const [id, value] of [values[0], values[1], last].entries())
        await execute(
          engine().database,
          `INSERT INTO events (id, at, amount) VALUES (${String(id)}, ${String(value)}, 1)`,
        )
      const { series } = await aggregate({ functions: 'count' })
      expect(series[0]?.buckets).toEqual([{ start: '2024-05-01T10:00:00.000Z', count: 3, nullCount: 0, filled: false }])
    })
  })

  test('sums and averages are right at the limits of integers', async () => {
    const most: readonly TestColumn[] = [DAYS[0]!, DAYS[1]!, { name: 'amount', kind: 'integer' }]
    const high = 9_223_372_036_854_775_807n
    await fillTable(engine(), 'limits', most, [
      [1, '2024-02-01', high],
      [2, '2024-02-01', high - 4n],
      [3, '2024-02-02', high],
      [4, '2024-02-02', -high - 1n],
      [5, '2024-02-02', 4],
    ])
    const { series } = await aggregate({
      ...{ table: 'limits', timeColumn: 'day', interval: 'DAY', functions: 'sum,avg,max' },
    })
    expect(series[0]?.buckets).toMatchObject([
      { sum: 2 ** 64, avg: 2 ** 63, max: 2 ** 63 },
      { sum: 3, avg: 1 },
    ])
  })

  test('analyze tells how regular the times are', async () => {
    const times = ['00:00', '01:00', '01:00', '02:00', '05:00', '06:00', null]
    await fillTable(
      engine(),
      'events',
      COLUMNS,
      times.map((time, id): Value[] => [id, time === null ? null : `2024-01-01T${time}:00Z`, '1', null]),
    )
    const body = { action: 'analyze', table: 'events', timeColumn: 'at' }
    expect(await ask({ ...body, timezone: 'America/New_York' })).toMatchObject({
      success: true,
      rowCount: 7,
      nullTimes: 1,
      earliest: '2024-01-01T00:00:00.000Z',
      latest: '2024-01-01T06:00:00.000Z',
      daysWithData: 2,
      medianStepSeconds: 3600,
      gaps: [{ from: '2024-01-01T02:00:00.000Z', to: '2024-01-01T05:00:00.000Z', missing: 2 }],
      gapCount: 1,
      duplicateTimes: 1,
      truncated: false,
    })
    await fillTable(engine(), 'events', COLUMNS, [])
    expect(await ask(body)).toMatchObject({
      rowCount: 0,
      earliest: null,
      daysWithData: 0,
      medianStepSeconds: null,
      gaps: [],
    })
  })

  describe('detect and forecast', () => {
    const values = Array.from({ length: 24 }, (_, index) => 100 + 3 * index + [5, -2, 0, -3][index % 4]!)
    const body = { table: 'events', timeColumn: 'at', valueColumn: 'amount', interval: 'QUARTER' }
    const quarter = (index: number): string =>
      `${String(2010 + Math.floor(index / 4))}-${String((index % 4) * 3 + 1).padStart(2, '0')}-15T00:00:00Z`
    beforeAll(() =>
      fillTable(
        engine(),
        'events',
        COLUMNS,
        values.map((value, index): Value[] => [index, quarter(index), value.toFixed(2), 'a']),
      ),
    )

    test('a season is continued, each step with its time and bounds', async () => {
      const answer = await ask({ ...body, action: 'forecast', method: 'holtWinters', horizon: 4 })
      expect(answer).toMatchObject({ success: true, model: { method: 'holtWinters', points: 24, filledPoints: 0 } })
      const steps = answer['forecast'] as { time: string; value: number; lower: number; upper: number }[]
      expect(steps.map(({ time }) => time)).toEqual(
        ['2016-01-01', '2016-04-01', '2016-07-01', '2016-10-01'].map((day) => `${day}T00:00:00.000Z`),
      )
      for (const [index, { value, lower, upper }] of steps.entries()) {
        expect(value).toBeCloseTo([177, 173, 178, 178][index]!, 4)
        expect(lower).toBeLessThanOrEqual(value)
        expect(upper).toBeGreaterThanOrEqual(value)
      }
    })

    test('gaps are filled by a line, and counted; or must be filled', async () => {
      const some = { ...body, action: 'forecast', where: 'id <> 5', method: 'naive', horizon: 1 }
      expect(await ask(some)).toMatchObject({ model: { points: 24, filledPoints: 1 }, forecast: [{ value: 166 }] })
      expect(await ask({ ...some, fill: 'none' })).toMatchObject({ code: 'INVALID_PARAMETER' })
    })

    test('what is far from the usual is found with its score', async () => {
      await execute(engine().database, 'UPDATE events SET amount = 900 WHERE id = 10')
      for (const method of ['zscore', 'iqr', 'mad']) {
        const answer = await ask({ ...body, action: 'detect', method })
        expect(answer).toMatchObject({ model: { method, points: 24 }, anomalyCount: 1, truncated: false })
        expect(answer['anomalies']).toEqual([
          { time: '2012-07-01T00:00:00.000Z', value: 900, score: expect.any(Number) },
        ])
      }
      await execute(engine().database, `UPDATE events SET amount = ${String(values[10])} WHERE id = 10`)
    })

    test('too few values and wrong methods are refused', async () => {
      const few = await ask({ ...body, action: 'detect', where: 'id < 2' })
      expect(few).toMatchObject({ code: 'INVALID_PARAMETER' })
      expect(few['details']).toMatch(/needs 3 values; there are 2/)
      for (const wrong of [
        { action: 'forecast', groupBy: 'place' },
        { action: 'forecast', functions: 'median' },
        { action: 'dance' },
        { action: 'aggregate', valueColumn: 'place' },
        { action: 'aggregate', timeColumn: 'amount' },
        { action: 'aggregate', timezone: 'Mars' },
      ])
        expect([wrong, (await ask({ ...body, ...wrong }))['code']]).toEqual([wrong, 'INVALID_PARAMETER'])
      for (const wrong of [
        { action: 'detect', method: 'holt' },
        { action: 'forecast', method: 'mad' },
        { action: 'forecast', method: 'arima' },
      ])
        expect([wrong, await ask({ ...body, ...wrong })]).toMatchObject([
          wrong,
          { code: 'NOT_SUPPORTED', details: expect.stringMatching(/zscore|linear/) as string },
        ])
      expect(await ask({ ...body, action: 'forecast', interval: 'YEAR', method: 'holtWinters' })).toMatchObject({
        code: 'MISSING_PARAMETER',
      })
      expect(await ask({ action: 'analyze', table: 'events' })).toMatchObject({ code: 'MISSING_PARAMETER' })
    })
  })

  test('list and info are open to viewers, data is not, sensitive columns are for admins', async () => {
    await fillTable(engine(), 'pay', COLUMNS, [[1, '2024-01-01T00:00:00Z', '1.00', 'a']])
    await fillTable(engine(), 'timeless', COLUMNS.slice(2), [])
    await execute(engine().database, 'DROP VIEW IF EXISTS seen', 'CREATE VIEW seen AS SELECT at, amount FROM pay')
    const listed = await ask({}, 'viewer')
    expect(listed).toMatchObject({ success: true, action: 'list', truncated: false })
    const tables = listed['tables'] as { table: string }[]
    expect(tables.filter(({ table }) => ['pay', 'seen', 'timeless'].includes(table))).toEqual([
      { schema: engine().schema, table: 'pay', timeColumns: ['at'], numericColumns: ['id', 'amount'], kind: 'table' },
      { schema: engine().schema, table: 'seen', timeColumns: ['at'], numericColumns: ['amount'], kind: 'view' },
    ])
    expect(await ask({ table: 'SEEN' }, 'viewer')).toMatchObject({
      tables: [{ table: 'seen', kind: 'view' }],
      total: 1,
    })
    expect(await ask({ table: 'timeless' }, 'viewer')).toMatchObject({ tables: [], total: 0 })
    expect(await ask({ table: 'nothing' }, 'viewer')).toMatchObject({ code: 'TABLE_NOT_FOUND' })
    expect(await ask({ limit: 1 }, 'viewer')).toMatchObject({ count: 1, truncated: true })
    expect(await ask({ action: 'info' }, 'viewer')).toMatchObject({
      engine: engine().dialect.engine,
      fills: expect.any(Array),
    })
    const body = { action: 'aggregate', table: 'pay', timeColumn: 'at', valueColumn: 'amount' }
    expect(await ask(body, 'viewer')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await ask(body, 'operator')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await ask(body, 'admin')).toMatchObject({ success: true })
  })
})

describe('times beyond the calendar, on PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const api = startEngineApi(engine, [route('POST', timeseriesTools, 'viewer')])

  test('are told, and can be left out', async () => {
    await execute(
      engine().database,
      'CREATE TABLE far (day date, at timestamp, v integer)',
      `INSERT INTO far VALUES ('5874897-12-31', '294276-12-31 00:00:00', 1), ('2024-01-01', '2024-01-01', 2), ('2024-01-02', '2024-01-02', 3)`,
    )
    const details = expect.stringContaining('beyond the years') as string
    for (const timeColumn of ['day', 'at'])
      for (const action of ['analyze', 'aggregate', 'detect', 'forecast']) {
        const body = {
          action,
          table: 'far',
          timeColumn,
          interval: 'DAY',
          ...(action !== 'analyze' && { valueColumn: 'v' }),
        }
        expect(await api.post('/timeseriesTools', body)).toMatchObject({ code: 'LIMIT_TOO_LARGE', details })
      }
    const bounded = {
      action: 'aggregate',
      table: 'far',
      timeColumn: 'at',
      valueColumn: 'v',
      interval: 'DAY',
      to: '2030-01-01',
    }
    expect(await api.post('/timeseriesTools', bounded)).toMatchObject({ success: true, truncated: false })
    const ahead = {
      ...bounded,
      action: 'forecast',
      interval: 'YEAR',
      size: 10_000,
      horizon: 1_000,
      method: 'naive',
      to: '2030-01-01',
    }
    expect(await api.post('/timeseriesTools', ahead)).toMatchObject({ success: false })
  })
})
