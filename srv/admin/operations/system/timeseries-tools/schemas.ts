import type { TSchema } from '@sinclair/typebox'
import * as t from '../../../core/json-schema.ts'
import { DETECTORS } from '../../../core/series/detect.ts'
import { FILLS } from '../../../core/series/fill.ts'
import { FORECAST_METHODS } from '../../../core/series/forecast/forecast.ts'
import { INTERVALS } from '../../../core/time/intervals.ts'
import { refuseMore } from '../../list-page.ts'
import { parseColumnList } from '../../../core/identifiers.ts'
import { AdminError } from '../../../core/errors.ts'

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

/** @throws AdminError `INVALID_PARAMETER`. */
export const readFunctions = ({ functions }: Input, fallback: readonly SeriesFunction[]): readonly SeriesFunction[] =>
  parseColumnList(functions, 'functions')?.map((name) => {
    const known = FUNCTIONS.find((each) => each === name.toLowerCase())
    if (!known) throw new AdminError('INVALID_PARAMETER', `'functions' are ${FUNCTIONS.join(', ')}; not '${name}'`)
    return known
  }) ?? fallback

/** @throws AdminError `NOT_SUPPORTED` with those that there are. */
export const readMethod = <Method extends string>(
  { action = 'list', method }: Input,
  known: readonly Method[],
  fallback: Method,
): Method => {
  if (method === undefined) return fallback
  const found = known.find((each) => each === method)
  if (!found)
    throw new AdminError('NOT_SUPPORTED', `'method' of ${action} is ${known.join(', ')}; not '${method.slice(0, 64)}'`)
  return found
}

/** @throws AdminError `LIMIT_TOO_LARGE`. */
export const readLimit = (wanted: number | undefined, fallback: number, max: number): number => {
  const limit = wanted ?? Math.min(fallback, max)
  refuseMore('limit', limit, max)
  return limit
}

const number = t.nullable(t.number())
const text = t.nullable(t.string())
const instant = t.dateTime()

const EXCLUDED = t.optional(
  t.integer('Values that are no finite numbers, if there are any; nothing is calculated from these'),
)

/** A bucket has a member for each function besides these. */
const BUCKET = t.object(
  {
    start: instant,
    nullCount: t.integer(),
    excludedCount: EXCLUDED,
    movingAverage: t.optional(number),
    filled: t.boolean(),
  },
  { additionalProperties: number },
)

/** What the actions answer besides the series that they are about; each has its own part of it. */
const PARTS: Readonly<Record<string, TSchema>> = {
  tables: t.arrayOf({
    ...t.strings('schema', 'table'),
    timeColumns: t.stringArray(),
    numericColumns: t.stringArray(),
    kind: t.oneOf(['table', 'view']),
  }),
  unreadable: t.arrayOf(
    t.strings('schema', 'table', 'reason'),
    'Tables and views that could not be asked for their columns',
  ),
  ...t.integers('count', 'total'),
  engine: t.string(),
  ...t.all(t.stringArray(), 'actions', 'intervals', 'functions', 'fills'),
  methods: t.object({ detect: t.stringArray(), forecast: t.stringArray() }),
  ...t.integers('rowCount', 'nullTimes'),
  earliest: text,
  latest: text,
  daysWithData: t.integer(),
  medianStepSeconds: number,
  gaps: t.arrayOf({ from: instant, to: instant, missing: t.integer() }),
  ...t.integers('gapCount', 'duplicateTimes'),
  series: t.arrayOf({ group: t.optional(t.values()), buckets: t.array(BUCKET) }),
  bucketCount: t.integer(),
  excludedCount: EXCLUDED,
  function: t.string(),
  model: t.record(t.unknown()),
  anomalies: t.arrayOf({ time: instant, value: t.number(), score: number }),
  anomalyCount: t.integer(),
  forecast: t.arrayOf({ time: instant, ...t.all(number, 'value', 'lower', 'upper') }),
  truncated: t.boolean(),
}

/** The answer of timeseriesTools. */
export const output = t.object({
  action: t.oneOf(ACTIONS),
  ...t.optionals({
    ...t.strings('schema', 'table', 'timeColumn'),
    valueColumn: text,
    interval: t.string(),
    size: t.integer(),
    timezone: t.string(),
    ...PARTS,
  }),
})
