import { api, bodyOf } from '../../api/client.ts'
import type { JobBody, JobResult } from '../../api/jobs.ts'
import { markPartial } from './partial.ts'
import type { Question } from './question.ts'
import type { Series } from '../../parts/time-chart/series.ts'
import { type Interval, suggestInterval } from '../../parts/time-chart/ticks.ts'

type Body = JobBody<'/timeseriesTools'>
type Answer = JobResult<'/timeseriesTools'>

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
