import { DETECTORS, DEFAULT_THRESHOLDS, detectAnomalies } from '../../core/series/detect.ts'
import { FILLS } from '../../core/series/fill.ts'
import { FORECAST_METHODS } from '../../core/series/forecast/forecast.ts'
import { INTERVALS } from '../../core/time/intervals.ts'
import { type JsonObject, type Operation, reading, type SessionContext } from '../operation.ts'
import { aggregate } from './timeseries-tools/aggregate.ts'
import { analyze } from './timeseries-tools/analyze.ts'
import { forecast, labelOf, readRegularSeries } from './timeseries-tools/forecast.ts'
import { ACTIONS, FUNCTIONS, input, type Input, output, readLimit, readMethod } from './timeseries-tools/schemas.ts'
import { finiteOrNull, roundNumber } from '../../core/statistics.ts'
import { planSeries } from './timeseries-tools/plan.ts'
import { ask } from '../../dialects/rows.ts'
import { readColumnsOf } from '../../dialects/read-columns-of.ts'
import { AdminError } from '../../core/errors.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'

/** Buckets whose value is far from the usual. */
const detect = async (context: SessionContext, input: Input): Promise<JsonObject> => {
  const method = readMethod(input, DETECTORS, 'zscore')
  const threshold = input.threshold ?? DEFAULT_THRESHOLDS[method]
  const { timeBuckets, timeBucketsMax } = context.config.limits
  const limit = readLimit(input.limit, timeBuckets, timeBucketsMax)
  const plan = await planSeries(context, input, true)
  const series = await readRegularSeries(context, plan, input, { fill: input.fill ?? 'none', ahead: 0 })
  const points = series.list.flatMap((bucket, index) => {
    const value = series.values[index] ?? null
    return value === null ? [] : [{ bucket, value }]
  })
  const { model, scores, isAnomaly } = detectAnomalies(
    points.map(({ value }) => value),
    method,
    threshold,
  )
  const anomalies = points.flatMap(({ bucket, value }, index) => {
    const score = scores[index] ?? 0
    // JSON has no infinity: a score without bound is null.
    return isAnomaly(score) ? [{ time: labelOf(plan, bucket), value, score: finiteOrNull(score) }] : []
  })
  return {
    ...plan.common,
    function: series.valueFunction,
    excludedCount: series.excludedCount,
    model: {
      method,
      threshold,
      points: points.length,
      ...Object.fromEntries(Object.entries(model).map(([name, value]) => [name, roundNumber(value)])),
    },
    anomalies: anomalies.slice(0, limit),
    anomalyCount: anomalies.length,
    truncated: anomalies.length > limit,
  }
}

const VIEWS = ['view', 'materialized', 'calculation']

/** Tables and views that could be series: they have a column of dates or timestamps, and one of numbers. */
const listSeries = async (context: SessionContext, input: Input): Promise<JsonObject> => {
  const { dialect, names, config, session } = context
  const limit = readLimit(input.limit, config.limits.listLength, config.limits.listLengthMax)
  const schema = await names.schema(session, input.schema)
  const tables: JsonObject[] = []
  const wanted = input.table === undefined ? null : (await names.table(session, schema, input.table)).name
  const objects = (await ask(session, dialect.catalog.allObjects, { schema }))
    .filter(({ name }) => wanted === null || name === wanted)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const columnsOf = await readColumnsOf(
    session,
    dialect,
    schema,
    objects.map(({ name }) => name),
  )
  const unreadable: JsonObject[] = []
  for (const { name: table, type } of objects) {
    const columns = columnsOf.get(table) ?? []
    if (columns instanceof AdminError) {
      unreadable.push({ schema, table, reason: columns.details })
      continue
    }
    const timeColumns = namesOf(columns, ['date', 'timestamp'])
    const numericColumns = namesOf(columns, ['integer', 'decimal', 'float'])
    if (timeColumns.length > 0 && numericColumns.length > 0)
      tables.push({ schema, table, timeColumns, numericColumns, kind: VIEWS.includes(type) ? 'view' : 'table' })
  }
  return {
    schema,
    tables: tables.slice(0, limit),
    count: Math.min(tables.length, limit),
    total: tables.length,
    truncated: tables.length > limit,
    ...(unreadable.length > 0 && { unreadable: unreadable.slice(0, limit) }),
  }
}

const namesOf = (columns: readonly ColumnMetadata[], kinds: readonly ColumnMetadata['kind'][]): string[] =>
  columns.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)

type Action = NonNullable<Input['action']>
type Run = (context: SessionContext, input: Input) => Promise<JsonObject>

const info: Run = ({ dialect }) =>
  Promise.resolve({
    engine: dialect.engine,
    actions: [...ACTIONS],
    intervals: [...INTERVALS],
    functions: [...FUNCTIONS],
    fills: [...FILLS],
    methods: { detect: [...DETECTORS], forecast: [...FORECAST_METHODS] },
  })

const RUN: Record<Action, Run> = { list: listSeries, info, analyze, aggregate, detect, forecast }

/**
 * Looks at tables as series of values in time. Rows are aggregated in the engine, into buckets of the calendar of a
 * zone; filling, smoothing, detection and forecast work on the buckets, so that engines cannot differ in them.
 *
 * @see Admin REST API, Endpoints, POST /timeseriesTools. Body and answer are ours: the contract does not show them.
 */
export const timeseriesTools: Operation<typeof input> = {
  summary: 'Aggregates, checks and continues series of values in time',
  readsRows: true,
  tellsValues: true,
  input,
  output,
  isHeavy: true,
  isShort: ({ action = 'list' }) => action === 'list' || action === 'info',
  roleFor: ({ action = 'list' }) => (action === 'list' || action === 'info' ? 'viewer' : 'operator'),
  run: reading(async (context, given) => {
    const action = given.action ?? 'list'
    return { action, ...(await RUN[action](context, given)) }
  }),
}
