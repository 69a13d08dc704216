import fc from 'fast-check'
import { keysOf, questionOf } from '../../../app/cockpit/src/pages/timeseries/question.ts'
import { rowsOf } from '../../../app/cockpit/src/pages/timeseries/series-rows.ts'
import { nearest, rangeOf, unbroken } from '../../../app/cockpit/src/parts/time-chart/series.ts'
import { niceTicks, suggestInterval, timeTicks } from '../../../app/cockpit/src/parts/time-chart/ticks.ts'

test('ticks are round, and all values lie between the first and the last', () => {
  expect(niceTicks(0, 24)).toEqual([0, 5, 10, 15, 20, 25])
  expect(niceTicks(0.12, 0.38)).toEqual([0.1, 0.2, 0.3, 0.4])
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [least, most] = [Math.min(a, b), Math.max(a, b)]
      const ticks = niceTicks(least, most)
      const slack = 1e-9 * Math.max(1, Math.abs(least), Math.abs(most))
      expect(ticks[0]).toBeLessThanOrEqual(least + slack)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most - slack)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThan(12)
    }),
  )
})

const iso = (ticks: readonly number[]): string[] => ticks.map((tick) => new Date(tick).toISOString().slice(0, 16))

test('instants on the axis are round as well', () => {
  const years = timeTicks(Date.UTC(1977, 4), Date.UTC(2025, 5), 6)
  expect(iso(years)).toEqual(['1980', '1990', '2000', '2010', '2020'].map((year) => `${year}-01-01T00:00`))
  const hours = timeTicks(Date.UTC(2024, 0, 1, 1), Date.UTC(2024, 0, 1, 23), 4)
  expect(iso(hours)).toEqual(['06', '12', '18'].map((hour) => `2024-01-01T${hour}:00`))
})

test('an interval is suggested that can be read', () => {
  expect(suggestInterval(Date.UTC(1977, 0), Date.UTC(2025, 0))).toBe('YEAR')
  expect(suggestInterval(Date.UTC(2024, 0), Date.UTC(2024, 3))).toBe('DAY')
  expect(suggestInterval(0, 60_000)).toBe('SECOND')
})

const POINTS = [1, null, 3, 4, null].map((value, index) => ({ time: index * 10, value }))

test('a line is broken where there is no value', () => {
  expect(unbroken(POINTS).map((piece) => piece.map(({ value }) => value))).toEqual([[1], [3, 4]])
})

test('the nearest point in time is found', () => {
  expect(nearest(POINTS, 14)).toBe(1)
  expect(nearest(POINTS, 999)).toBe(4)
  expect(nearest([], 1)).toBe(-1)
})

test('the chart has room for the band of a forecast, and its table tells the same', () => {
  const forecast = [{ time: 50, value: 5, lower: -1, upper: 11 }]
  const series = { points: POINTS, anomalies: [{ time: 20, value: 3 }], forecast }
  expect(rangeOf(series)).toEqual([-1, 11])
  expect(rangeOf({ points: [], anomalies: [], forecast: [] })).toEqual([0, 1])
  const rows = rowsOf(series, new Map([[20, 4.2]]))
  expect(rows.map(({ finding }) => finding)).toEqual([null, null, 'anomaly', null, null, 'forecast'])
  expect(rows[2]).toMatchObject({ value: 3, score: 4.2 })
  expect(rows[5]).toMatchObject({ lower: -1, upper: 11 })
})

test('what numbers rows is not measured unless one says so', () => {
  const columns = ['no', 'customer', 'amount'].map((name) => ({ name, keyPosition: name === 'no' ? 1 : null }))
  const keys = keysOf({ columns, references: [{ columns: ['customer'] }] } as never)
  const numericColumns = columns.map(({ name }) => name)
  const orders = { schema: 'main', table: 'orders', kind: 'table' as const, timeColumns: ['ordered'], numericColumns }
  expect(questionOf({ table: 'orders' }, [orders], keys)?.valueColumn).toBe('amount')
  expect(questionOf({ table: 'orders', value: 'customer' }, [orders], keys)?.valueColumn).toBe('customer')
})
