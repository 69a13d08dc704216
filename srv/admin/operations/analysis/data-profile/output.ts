import * as t from '../../../core/json-schema.ts'

const number = t.nullable(t.number())
const whole = t.nullable(t.integer())

const bound = t.union([t.number(), t.string('Of a date or a timestamp, in UTC')])

const COLUMN = t.object({
  ...t.strings('name', 'type'),
  nullable: t.boolean(),
  key: t.boolean('Belongs to the primary key'),
  nullCount: t.integer(),
  nullPercent: number,
  distinctCount: whole,
  distinctExact: t.nullable(t.boolean()),
  uniquePercent: t.nullable(t.number('Share of the values that occur once')),
  min: t.value(),
  max: t.value(),
  numberCount: t.nullable(t.integer('Finite numbers: averages and percentiles are of these alone')),
  ...t.all(whole, 'nanCount', 'infinityCount', 'negativeInfinityCount'),
  otherCount: t.nullable(t.integer('Numbers beyond those of IEEE 754, and what is no number at all')),
  ...t.all(number, 'avg', 'stddev', 'p25', 'median', 'p75'),
  ...t.all(whole, 'zeroCount', 'negativeCount', 'minLength', 'maxLength'),
  avgLength: number,
  emptyCount: t.nullable(t.integer('Empty texts')),
  topValues: t.arrayOf({ value: t.value(), count: t.integer(), percent: number }),
  histogram: t.optional(t.arrayOf({ from: bound, to: bound, count: t.integer() })),
  alerts: t.array(t.oneOf(['CONSTANT', 'UNIQUE', 'HIGH_NULL', 'ALL_NULL', 'NOT_ALL_NUMBERS'])),
  valueRows: t.optional(
    t.integer(
      'Time was too short for the values of all rows: distinct and frequent ones, percentiles and histogram are of so many',
    ),
  ),
  masked: t.optional(t.literal(true, { description: 'Its values are hidden from this user' })),
})

/** The answer of dataProfile. */
export const OUTPUT = t.object({
  ...t.strings('schema', 'table'),
  ...t.integers('rowCount', 'columnCount'),
  sampled: t.boolean(),
  sampledRows: t.integer(),
  sampleMethod: t.optional(t.string()),
  profiledAt: t.dateTime(),
  columns: t.array(COLUMN),
  durationMs: t.integer(),
})
