import * as t from '../../../core/json-schema.ts'
import { DETECTORS } from '../../../core/series/detect.ts'
import { FILLS } from '../../../core/series/fill.ts'
import { FORECAST_METHODS } from '../../../core/series/forecast/forecast.ts'
import { INTERVALS } from '../../../core/time/intervals.ts'

export const ACTIONS = ['list', 'info', 'analyze', 'aggregate', 'detect', 'forecast'] as const
export const FUNCTIONS = ['count', 'sum', 'avg', 'min', 'max', 'first', 'last', 'stddev'] as const
export type SeriesFunction = (typeof FUNCTIONS)[number]

export const input = t.object(
  t.optionals({
    action: t.oneOf(ACTIONS, undefined, { default: 'list' }),
    schema: t.string(),
    table: t.string('Table or view; for all actions but list, which may be about it alone, and info'),
    timeColumn: t.string('Column of dates or timestamps; for all actions but list and info'),
    valueColumn: t.string('Numeric column; for aggregate, detect and forecast'),
    interval: t.oneOf(INTERVALS, 'Unit of buckets, aligned to the calendar. Default: HOUR, for columns of dates DAY'),
    size: t.integer('Units in a bucket', { minimum: 1, maximum: 10_000, default: 1 }),
    timezone: t.string('IANA zone whose calendar counts', { default: 'UTC' }),
    from: t.string('First instant; default: of the data. Without offset it is a time of the zone'),
    to: t.string('The instant behind the last one; default: of the data'),
    functions: t.commaSeparated(
      `Of ${FUNCTIONS.join(', ')}; default: count, avg, min, max. detect and forecast take the first, by default avg`,
    ),
    groupBy: t.commaSeparated('aggregate: columns; a series for each of their values'),
    fill: t.oneOf(FILLS, 'What stands in empty buckets. Default: none; for forecast linear'),
    movingAverage: t.integer('aggregate: mean over so many buckets', { minimum: 1, maximum: 1_000 }),
    where: t.string('Filter of the rows'),
    limit: t.integer('Buckets, gaps, anomalies or tables that are listed', { minimum: 1 }),
    method: t.string(
      `detect: ${DETECTORS.join(', ')}; default zscore. forecast: ${FORECAST_METHODS.join(', ')}; default linear`,
    ),
    threshold: t.number('detect; default: 3 for zscore, 1.5 for iqr, 3.5 for mad', { exclusiveMinimum: 0 }),
    horizon: t.integer('forecast: buckets ahead', { minimum: 1, maximum: 1_000, default: 10 }),
    season: t.integer('holtWinters: buckets of a season; default by interval', { minimum: 2, maximum: 10_000 }),
  }),
)
export type Input = t.Static<typeof input>
