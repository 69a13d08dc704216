import type { JobResult } from '../../api/jobs.ts'
import type { TableStructure } from '../../api/table.ts'
import type { Options } from '../../parts/use-options.ts'
import { type Interval, INTERVALS } from '../../parts/time-chart/ticks.ts'

export type Candidate = NonNullable<JobResult<'/timeseriesTools'>['tables']>[number]

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

/** The columns of the primary key and of foreign keys: they number rows, and measure nothing. */
export const keysOf = ({ columns, references }: Pick<TableStructure, 'columns' | 'references'>): string[] => [
  ...columns.filter(({ keyPosition }) => keyPosition !== null).map(({ name }) => name),
  ...references.flatMap((reference) => reference.columns),
]

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
