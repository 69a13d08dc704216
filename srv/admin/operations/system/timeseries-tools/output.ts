import { type TSchema, Type } from '@sinclair/typebox'
import { NAMES, nullable, oneOf, VALUES } from '../../answer-types.ts'
import { ACTIONS } from './input.ts'

const number = nullable(Type.Number())
const text = nullable(Type.String())
const instant = Type.String({ format: 'date-time' })

const EXCLUDED = Type.Optional(
  Type.Integer({
    description: 'Values that are no finite numbers, if there are any; nothing is calculated from these',
  }),
)

/** A bucket has a member for each function besides these. */
const BUCKET = Type.Object(
  {
    start: instant,
    nullCount: Type.Integer(),
    excludedCount: EXCLUDED,
    movingAverage: Type.Optional(number),
    filled: Type.Boolean(),
  },
  { additionalProperties: number },
)

/** What the actions answer besides the series that they are about; each has its own part of it. */
const PARTS: Readonly<Record<string, TSchema>> = {
  tables: Type.Array(
    Type.Object({
      schema: Type.String(),
      table: Type.String(),
      timeColumns: NAMES,
      numericColumns: NAMES,
      kind: oneOf(['table', 'view']),
    }),
  ),
  unreadable: Type.Array(Type.Object({ schema: Type.String(), table: Type.String(), reason: Type.String() }), {
    description: 'Tables and views that could not be asked for their columns',
  }),
  count: Type.Integer(),
  total: Type.Integer(),
  engine: Type.String(),
  actions: NAMES,
  intervals: NAMES,
  functions: NAMES,
  fills: NAMES,
  methods: Type.Object({ detect: NAMES, forecast: NAMES }),
  rowCount: Type.Integer(),
  nullTimes: Type.Integer(),
  earliest: text,
  latest: text,
  daysWithData: Type.Integer(),
  medianStepSeconds: number,
  gaps: Type.Array(Type.Object({ from: instant, to: instant, missing: Type.Integer() })),
  gapCount: Type.Integer(),
  duplicateTimes: Type.Integer(),
  series: Type.Array(Type.Object({ group: Type.Optional(VALUES), buckets: Type.Array(BUCKET) })),
  bucketCount: Type.Integer(),
  excludedCount: EXCLUDED,
  function: Type.String(),
  model: Type.Record(Type.String(), Type.Unknown()),
  anomalies: Type.Array(Type.Object({ time: instant, value: Type.Number(), score: number })),
  anomalyCount: Type.Integer(),
  forecast: Type.Array(Type.Object({ time: instant, value: number, lower: number, upper: number })),
  truncated: Type.Boolean(),
}

/** The answer of timeseriesTools. */
export const output = Type.Object({
  action: oneOf(ACTIONS),
  schema: Type.Optional(Type.String()),
  table: Type.Optional(Type.String()),
  timeColumn: Type.Optional(Type.String()),
  valueColumn: Type.Optional(text),
  interval: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer()),
  timezone: Type.Optional(Type.String()),
  ...Object.fromEntries(Object.entries(PARTS).map(([name, schema]) => [name, Type.Optional(schema)])),
})
