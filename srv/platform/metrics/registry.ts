import { Counter as PrometheusCounter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The labels of a metric, each with all the values that it can have; any other value is counted as `other`. A client
 * that could invent values would fill the memory of this process and of the one that collects them.
 */
export type LabelValues = Readonly<Record<string, readonly string[]>>
type Labels<L extends LabelValues> = { readonly [Name in keyof L]: string }

interface Definition<L extends LabelValues> {
  /** Lower case with underscores; counters end in `_total`, others in their unit. */
  readonly name: string
  readonly help: string
  readonly labels?: L
}

/** What a gauge shows at one moment, for one combination of labels. */
export interface Reading<L extends LabelValues> {
  readonly labels: Labels<L>
  readonly value: number
}

const OTHER = 'other'
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The metrics of this process. */
export const registry = new Registry()

/**
 * Only goes up, from 0 at the start of the process.
 *
 * @returns what adds to it.
 * @param takeMore is asked whenever somebody looks, for what is to be added; each of it once.
 */
export const createCounter = <const L extends LabelValues>(
  definition: Definition<L>,
  takeMore: () => Iterable<Reading<L>> = () => [],
) => {
  const bounded = bounds(definition.labels)
  const counter = new PrometheusCounter({
    ...configured(definition),
    collect() {
      for (const { labels, value } of takeMore()) this.inc(bounded(labels), value)
    },
  })
  return (labels: Labels<L>, amount = 1): void => counter.inc(bounded(labels), amount)
}

/** Counts durations in buckets from 1 ms to 30 s. @returns what takes one, in seconds. */
export const createTimer = <const L extends LabelValues>(definition: Definition<L>) => {
  const histogram = new Histogram({ ...configured(definition), buckets: BUCKETS_SECONDS })
  const bounded = bounds(definition.labels)
  return (labels: Labels<L>, seconds: number): void => histogram.observe(bounded(labels), seconds)
}

/** @param read is asked whenever somebody looks; what it does not tell is not shown. */
export const createGauge = <const L extends LabelValues>(
  definition: Definition<L>,
  read: () => Iterable<Reading<L>>,
): void => {
  const bounded = bounds(definition.labels)
  new Gauge({
    ...configured(definition),
    collect() {
      this.reset()
      for (const { labels, value } of read()) this.inc(bounded(labels), value)
    },
  })
}

const configured = <L extends LabelValues>({ name, help, labels }: Definition<L>) => ({
  name,
  help,
  labelNames: Object.keys(labels ?? {}),
  registers: [registry],
})

const bounds = <L extends LabelValues>(values: L | undefined): ((labels: Labels<L>) => Labels<L>) => {
  const known = Object.entries(values ?? {}).map(([name, list]) => [name, new Set(list)] as const)
  return (labels) => {
    const bounded: Record<string, string> = {}
    for (const [name, list] of known) {
      const value = labels[name] ?? OTHER
      bounded[name] = list.has(value) ? value : OTHER
    }
    return bounded as Labels<L>
  }
}
