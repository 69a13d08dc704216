import type { TSchema } from '@sinclair/typebox'
import * as t from '../../../core/json-schema.ts'
import { ACTIONS } from './input.ts'

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
