/** Numbers that are none, without end, or beyond those of IEEE 754: told by what they are, and never an error. */
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../../support/engines.ts'

type Column = Record<string, unknown> & { name: string }

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)
  const profile = async (body: Record<string, unknown> = {}): Promise<Map<string, Column>> => {
    const { columns } = (await api.post('/dataProfile', { table: 'odd', ...body })) as { columns: Column[] }
    return new Map(columns.map((column) => [column.name, column]))
  }

  beforeAll(() =>
    isPostgres
      ? execute(
          engine().database,
          `CREATE TABLE odd (id integer PRIMARY KEY, at timestamp, f float8, r real, n numeric, d numeric(6, 2), w numeric(500, 2), t text)`,
          `INSERT INTO odd VALUES
             (1, '2024-01-01', 1, 1, 1, 1, 1, 'a'), (2, '2024-01-01', 3, 3, 3, 3, 3, 'b'),
             (3, '2024-01-01', 'NaN', 'NaN', 'NaN', 'NaN', 'NaN', 'c'), (4, '2024-01-01', 'Infinity', 'Infinity', 'Infinity', NULL, 1e400, 'd'),
             (5, '2024-01-01', '-Infinity', '-Infinity', '-Infinity', NULL, -1e400, 'e'), (6, '2024-01-01', NULL, NULL, NULL, NULL, NULL, 'f')`,
          `CREATE TABLE far (id integer PRIMARY KEY, at timestamp, n numeric, f float8)`,
          `INSERT INTO far VALUES (1, '2024-01-01', 1e400, 1.7e308), (2, '2024-01-02', -1e100000, -1.7e308), (3, '2024-01-01', 1e-400, 1e-300),
             (4, '2024-01-01', 2, 1.7e308)`,
        )
      : execute(
          engine().database,
          `CREATE TABLE odd (id INTEGER PRIMARY KEY, at TIMESTAMP, f DOUBLE, r REAL, n NUMERIC, d DECIMAL(6, 2), w INTEGER, t TEXT)`,
          `INSERT INTO odd VALUES
             (1, '2024-01-01', 1, 1, 1, 1, 1, 'a'), (2, '2024-01-01', 3, 3, 3, 3, 3, 'b'),
             (3, '2024-01-01', 'nan', 'nan', 'nan', 'nan', 'nan', 'c'), (4, '2024-01-01', 1e400, 9e999, 1e400, NULL, 1e400, 'd'),
             (5, '2024-01-01', -1e400, -9e999, -1e400, NULL, x'00', 'e'), (6, '2024-01-01', NULL, NULL, NULL, NULL, NULL, 'f')`,
          `CREATE TABLE far (id INTEGER PRIMARY KEY, at TIMESTAMP, n NUMERIC, f DOUBLE)`,
          `INSERT INTO far VALUES (1, '2024-01-01', 1e400, 1.7e308), (2, '2024-01-02', -1e400, -1.7e308), (3, '2024-01-01', 1e-400, 1e-300),
             (4, '2024-01-01', 2, 1.7e308)`,
        ),
  )

  test('a profile counts them, and calculates from the others', async () => {
    const columns = await profile({ topValues: 10, histogramBins: 2 })
    const averages = { numberCount: 2, avg: 2, median: 2, zeroCount: 0, alerts: expect.arrayContaining(['NOT_ALL_NUMBERS']) as string[] } // prettier-ignore
    const all = isPostgres ? { nanCount: 1, otherCount: 0 } : { nanCount: 0, otherCount: 1 }
    for (const column of ['f', 'r', 'n'])
      expect(columns.get(column)).toMatchObject({ ...averages, ...all, infinityCount: 1, negativeInfinityCount: 1 })
    expect(columns.get('d')).toMatchObject({ ...averages, ...all, infinityCount: 0, negativeInfinityCount: 0 })
    expect(columns.get('w')).toMatchObject(
      isPostgres
        ? { ...averages, nanCount: 1, infinityCount: 0, otherCount: 2 }
        : { ...averages, nanCount: 0, infinityCount: 1, otherCount: 2 },
    )
    expect(columns.get('id')).toMatchObject({ numberCount: 6, nanCount: 0, infinityCount: 0, negativeInfinityCount: 0, otherCount: 0, alerts: ['UNIQUE'] }) // prettier-ignore
    expect(columns.get('t')).toMatchObject({ numberCount: null, nanCount: null, otherCount: null })
    expect((columns.get('f')?.['topValues'] as { value: unknown }[]).map(({ value }) => value)).toEqual(
      expect.arrayContaining(
        isPostgres ? ['NaN', 'Infinity', '-Infinity', 1, 3] : ['nan', 'Infinity', '-Infinity', 1, 3],
      ),
    )
  })

  test('numbers beyond doubles, or nearly, cost nothing but themselves', async () => {
    const columns = await profile({ table: 'far', topValues: 10, histogramBins: 3 })
    expect(columns.get('n')).toMatchObject({ numberCount: 2, avg: 1, alerts: expect.arrayContaining(['NOT_ALL_NUMBERS']) as string[] }) // prettier-ignore
    expect(columns.get('f')).toMatchObject({ numberCount: 4, otherCount: 0 })
    expect(columns.get('id')).toMatchObject({ avg: 2.5 })
    const series = {
      table: 'far',
      timeColumn: 'at',
      interval: 'DAY',
      functions: 'count,sum,avg,min,max,first,last,stddev',
    }
    for (const valueColumn of ['n', 'f']) {
      const answer = await api.post('/timeseriesTools', { action: 'aggregate', valueColumn, ...series })
      expect(answer).toMatchObject({ success: true, bucketCount: 2 })
    }
    const sampled = await profile({ table: 'far', sampleSize: 2 })
    expect(sampled.get('id')).toBeDefined()
  })

  test('time series leave them out, and tell how many', async () => {
    const series = { table: 'odd', timeColumn: 'at', interval: 'DAY', valueColumn: 'f' }
    const answer = await api.post('/timeseriesTools', {
      action: 'aggregate',
      functions: 'count,sum,avg,stddev',
      ...series,
    })
    const bucket = {
      count: 2,
      sum: 4,
      avg: 2,
      stddev: expect.closeTo(Math.SQRT2) as number,
      nullCount: 1,
      excludedCount: 3,
    }
    expect(answer['series']).toEqual([{ buckets: [{ ...bucket, start: '2024-01-01T00:00:00.000Z', filled: false }] }])
    const forecast = { ...series, action: 'forecast', method: 'naive', table: 'far', valueColumn: 'n' }
    const few = await api.post('/timeseriesTools', forecast)
    expect(few).toMatchObject({ code: 'INVALID_PARAMETER' })
    await execute(engine().database, `INSERT INTO far VALUES (5, '2024-01-03', 7, 0)`)
    expect(await api.post('/timeseriesTools', forecast)).toMatchObject({ excludedCount: 2, model: { method: 'naive' } })
    await execute(engine().database, 'DELETE FROM far WHERE id = 5')
  })

  test('comparisons, duplicates, rules and exports take each as the value that it is', async () => {
    const both = { table1: 'odd', table2: 'odd' }
    expect(await api.post('/compareData', both)).toMatchObject({ summary: { matching: 6, different: 0 } })
    expect(await api.post('/dataDiff', both)).toMatchObject({ summary: { identical: 6, different: 0 } })
    expect(await api.post('/compareData', { table1: 'far', table2: 'far' })).toMatchObject({ summary: { matching: 4 } })
    expect(await api.post('/dataDiff', { table1: 'far', table2: 'far', tolerance: 0.5 })).toMatchObject({
      success: true,
    })
    for (const columns of ['f', 'n', 'w'])
      expect(await api.post('/duplicateDetection', { table: 'odd', columns })).toMatchObject({
        success: true,
        totalRows: 6,
      })
    for (const column of ['n', 'f']) {
      const rules = [{ column, rule: 'range', min: 0, max: 10 }]
      expect(await api.post('/dataValidator', { table: 'far', rules })).toMatchObject({ success: true })
      expect(await api.post('/dataValidator', { table: 'odd', rules })).toMatchObject({ success: true })
    }
    const { rows } = (await api.post('/export', { table: 'odd', format: 'json', columns: 'f', orderBy: 'id' })) as {
      rows: { f: unknown }[]
    }
    expect(rows.map(({ f }) => f)).toEqual([1, 3, isPostgres ? 'NaN' : 'nan', 'Infinity', '-Infinity', null])
    expect(await api.post('/export', { table: 'far', format: 'json' })).toMatchObject({ rowCount: 4, complete: true })
  })
})
