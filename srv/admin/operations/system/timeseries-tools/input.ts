import { type Static, type TLiteral, type TUnion, Type } from '@sinclair/typebox'
import { wordList } from '../../input-types.ts'
import { DETECTORS } from '../../../core/series/detect.ts'
import { FILLS } from '../../../core/series/fill.ts'
import { FORECAST_METHODS } from '../../../core/series/forecast/forecast.ts'
import { INTERVALS } from '../../../core/time/intervals.ts'

export const ACTIONS = ['list', 'info', 'analyze', 'aggregate', 'detect', 'forecast'] as const
export const FUNCTIONS = ['count', 'sum', 'avg', 'min', 'max', 'first', 'last', 'stddev'] as const
export type SeriesFunction = (typeof FUNCTIONS)[number]

const oneOf = <Name extends string>(names: readonly Name[], options: object = {}): TUnion<TLiteral<Name>[]> =>
  Type.Union(
    names.map((name) => Type.Literal(name)),
    options,
  )
const text = (description?: string) => Type.Optional(Type.String(description === undefined ? {} : { description }))

export const input = Type.Object({
  action: Type.Optional(oneOf(ACTIONS, { default: 'list' })),
  schema: text(),
  table: text('Table or view; for all actions but list, which may be about it alone, and info'),
  timeColumn: text('Column of dates or timestamps; for all actions but list and info'),
  valueColumn: text('Numeric column; for aggregate, detect and forecast'),
  interval: Type.Optional(
    oneOf(INTERVALS, {
      description: 'Unit of buckets, aligned to the calendar. Default: HOUR, for columns of dates DAY',
    }),
  ),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1, description: 'Units in a bucket' })),
  timezone: Type.Optional(Type.String({ default: 'UTC', description: 'IANA zone whose calendar counts' })),
  from: text('First instant; default: of the data. Without offset it is a time of the zone'),
  to: text('The instant behind the last one; default: of the data'),
  functions: wordList(
    `Of ${FUNCTIONS.join(', ')}; default: count, avg, min, max. detect and forecast take the first, by default avg`,
  ),
  groupBy: wordList('aggregate: columns; a series for each of their values'),
  fill: Type.Optional(
    oneOf(FILLS, { description: 'What stands in empty buckets. Default: none; for forecast linear' }),
  ),
  movingAverage: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'aggregate: mean over so many buckets' }),
  ),
  where: text('Filter of the rows'),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Buckets, gaps, anomalies or tables that are listed' })),
  method: text(
    `detect: ${DETECTORS.join(', ')}; default zscore. forecast: ${FORECAST_METHODS.join(', ')}; default linear`,
  ),
  threshold: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'detect; default: 3 for zscore, 1.5 for iqr, 3.5 for mad' }),
  ),
  horizon: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, default: 10, description: 'forecast: buckets ahead' }),
  ),
  season: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 10_000, description: 'holtWinters: buckets of a season; default by interval' }),
  ),
})
export type Input = Static<typeof input>
