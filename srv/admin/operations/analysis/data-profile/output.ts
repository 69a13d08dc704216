import { Type } from '@sinclair/typebox'
import { nullable, oneOf, VALUE } from '../../answer-types.ts'

const number = nullable(Type.Number())
const whole = nullable(Type.Integer())

const bound = Type.Union([Type.Number(), Type.String({ description: 'Of a date or a timestamp, in UTC' })])

const COLUMN = Type.Object({
  name: Type.String(),
  type: Type.String(),
  nullable: Type.Boolean(),
  key: Type.Boolean({ description: 'Belongs to the primary key' }),
  nullCount: Type.Integer(),
  nullPercent: number,
  distinctCount: whole,
  distinctExact: nullable(Type.Boolean()),
  uniquePercent: nullable(Type.Number({ description: 'Share of the values that occur once' })),
  min: VALUE,
  max: VALUE,
  numberCount: nullable(Type.Integer({ description: 'Finite numbers: averages and percentiles are of these alone' })),
  ...{ nanCount: whole, infinityCount: whole, negativeInfinityCount: whole },
  otherCount: nullable(Type.Integer({ description: 'Numbers beyond those of IEEE 754, and what is no number at all' })),
  ...{ avg: number, stddev: number, p25: number, median: number, p75: number },
  ...{ zeroCount: whole, negativeCount: whole, minLength: whole, maxLength: whole, avgLength: number },
  emptyCount: nullable(Type.Integer({ description: 'Empty texts' })),
  topValues: Type.Array(Type.Object({ value: VALUE, count: Type.Integer(), percent: number })),
  histogram: Type.Optional(Type.Array(Type.Object({ from: bound, to: bound, count: Type.Integer() }))),
  alerts: Type.Array(oneOf(['CONSTANT', 'UNIQUE', 'HIGH_NULL', 'ALL_NULL', 'NOT_ALL_NUMBERS'])),
  masked: Type.Optional(Type.Literal(true, { description: 'Its values are hidden from this user' })),
})

/** The answer of dataProfile. */
export const OUTPUT = Type.Object({
  schema: Type.String(),
  table: Type.String(),
  rowCount: Type.Integer(),
  columnCount: Type.Integer(),
  sampled: Type.Boolean(),
  sampledRows: Type.Integer(),
  sampleMethod: Type.Optional(Type.String()),
  profiledAt: Type.String({ format: 'date-time' }),
  columns: Type.Array(COLUMN),
  durationMs: Type.Integer(),
})
