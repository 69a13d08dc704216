import { DETECTORS } from '../../core/series/detect.ts'
import { FILLS } from '../../core/series/fill.ts'
import { FORECAST_METHODS } from '../../core/series/forecast/forecast.ts'
import { INTERVALS } from '../../core/time/intervals.ts'
import { type JsonObject, type Operation, reading, type SessionContext } from '../operation.ts'
import { aggregate } from './timeseries-tools/aggregate.ts'
import { analyze } from './timeseries-tools/analyze.ts'
import { detect } from './timeseries-tools/detect.ts'
import { forecast } from './timeseries-tools/forecast.ts'
import { ACTIONS, FUNCTIONS, input, type Input } from './timeseries-tools/input.ts'
import { listSeries } from './timeseries-tools/list-series.ts'
import { output } from './timeseries-tools/output.ts'

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
