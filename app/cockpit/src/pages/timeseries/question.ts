import { api, bodyOf } from '../../api/client.ts'
import type { JobBody, JobResult } from '../../api/jobs.ts'
import type { Options } from '../../parts/use-options.ts'
import { markPartial } from './partial.ts'
import type { Series } from './series.ts'
import { type Interval, INTERVALS, suggestInterval } from './ticks.ts'

type Body = JobBody<'/timeseriesTools'>
type Answer = JobResult<'/timeseriesTools'>
export type Candidate = NonNullable<Answer['tables']>[number]

export const VIEWS = ['course', 'anomalies', 'forecast'] as const
export const FUNCTIONS = ['count', 'sum', 'avg', 'min', 'max', 'stddev', 'first', 'last'] as const
export const DETECTORS = ['zscore', 'iqr', 'mad'] as const
export const FORECASTERS = ['naive', 'drift', 'linear', 'holt', 'holtWinters'] as const

/** What is to be drawn. */
export interface Question {
  readonly schema: string
  readonly table: string
  readonly timeColumn: string
  readonly valueColumn: string
  readonly view: (typeof VIEWS)[number]
  readonly function: (typeof FUNCTIONS)[number]
  /** Undefined: as the span of time suggests. */
  readonly interval: Interval | undefined
  readonly detector: (typeof DETECTORS)[number]
  readonly forecaster: (typeof FORECASTERS)[number]
  readonly horizon: number
  readonly where: string
}

/** All that is known about a series. */
export interface SeriesAnswer {
  readonly analysis: Answer
  readonly series: Series
  readonly scores: ReadonlyMap<number, number | null>
  readonly interval: Interval
  readonly model: Readonly<Record<string, unknown>> | undefined
  readonly isCut: boolean
}

const MOST_BUCKETS = 5_000

/**
 * @param candidates among which the table has to be.
 * @param keys columns that number rows: they are measured only when one says so.
 * @returns undefined until one is chosen.
 */
export const questionOf = (
  options: Options,
  candidates: readonly Candidate[],
  keys: readonly string[] = [],
): Question | undefined => {
  const candidate = candidates.find(({ table }) => table === options['table'])
  if (!candidate) return undefined
  const one = <Name extends string>(names: readonly Name[], name: string | undefined, other: Name): Name =>
    names.find((each) => each === name) ?? other
  const { schema, table, timeColumns, numericColumns } = candidate
  // What the business dates comes before what was noted on changing the row.
  const dated = timeColumns.find((column) => !/^(created|modified)at$/i.test(column)) ?? timeColumns[0] ?? ''
  const measured = numericColumns.find((column) => !keys.includes(column) && !/(?:^|_)id$/i.test(column))
  return {
    schema,
    table,
    timeColumn: one(timeColumns, options['time'], dated),
    valueColumn: one(numericColumns, options['value'], measured ?? numericColumns[0] ?? ''),
    view: one(VIEWS, options['view'], 'course'),
    function: one(FUNCTIONS, options['function'], 'count'),
    interval: INTERVALS.find((each) => each === options['interval']),
    detector: one(DETECTORS, options['detector'], 'zscore'),
    forecaster: one(FORECASTERS, options['forecaster'], 'linear'),
    horizon: Math.min(1_000, Math.max(1, Math.round(Number(options['horizon'] ?? 12)) || 12)),
    where: options['where'] ?? '',
  }
}

/** Asks one thing after the other: the API runs only few heavy operations of a caller at a time. */
export const askSeries = async (question: Question, signal: AbortSignal): Promise<SeriesAnswer> => {
  const { schema, table, timeColumn, valueColumn, where } = question
  const ask = (body: Body): Promise<Answer> => bodyOf(api.POST('/timeseriesTools', { body, signal }))
  const about = { schema, table, timeColumn, ...(where && { where }) }
  const analysis = await ask({ ...about, action: 'analyze' })
  const { earliest, latest } = analysis
  const span = [Date.parse(earliest ?? ''), Date.parse(latest ?? '')] as const
  const interval = question.interval ?? (earliest && latest ? suggestInterval(...span) : 'DAY')
  const bucketed = { ...about, valueColumn, interval, functions: [question.function] }
  const isAdding = question.function === 'count' || question.function === 'sum'
  const fill = isAdding ? 'zero' : 'null'
  const course = await ask({ ...bucketed, action: 'aggregate', fill, limit: MOST_BUCKETS })
  const found =
    question.view === 'anomalies'
      ? await ask({ ...bucketed, action: 'detect', method: question.detector, limit: MOST_BUCKETS })
      : undefined
  const expected =
    question.view === 'forecast'
      ? await ask({
          ...bucketed,
          action: 'forecast',
          method: question.forecaster,
          horizon: question.horizon,
          ...(isAdding && { fill }),
        })
      : undefined
  const anomalies = found?.anomalies ?? []
  return {
    analysis,
    interval,
    model: (found ?? expected)?.model,
    isCut: course.truncated === true || found?.truncated === true,
    scores: new Map(anomalies.map(({ time, score }) => [Date.parse(time), score])),
    series: {
      points: markPartial(
        (course.series?.[0]?.buckets ?? []).map((bucket) => ({
          time: Date.parse(bucket.start),
          value: bucket[question.function] ?? null,
        })),
        span,
        interval,
      ),
      anomalies: anomalies.map(({ time, value }) => ({ time: Date.parse(time), value })),
      forecast: (expected?.forecast ?? []).map((point) => ({ ...point, time: Date.parse(point.time) })),
    },
  }
}
