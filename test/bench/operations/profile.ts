import { GOALS, type Bench, callOperation, type Operation } from './operation.ts'

const ofAny = (name: string): string => `count(${name}), count(DISTINCT ${name}), min(${name}), max(${name})`
const ofText = (name: string): string =>
  `${ofAny(name)}, min(length(${name})), max(length(${name})), avg(length(${name})), sum(CASE WHEN ${name} = '' THEN 1 ELSE 0 END)`
const ofNumbers = (name: string, own: string): string =>
  `${ofAny(name)}, avg(${name}), sum(CASE WHEN ${name} = 0 THEN 1 ELSE 0 END), sum(CASE WHEN ${name} < 0 THEN 1 ELSE 0 END), ${own}`

/** Deviation and percentiles in each engine's words. */
const OWN: Readonly<Record<string, (name: string) => string>> = {
  pg: (name) => `stddev_samp(${name}), percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY ${name})`,
  sqlite: (name) =>
    `sum(${name} * 1.0 * ${name}), ${[25, 50, 75].map((p) => `percentile(${name}, ${String(p)})`).join(', ')}`,
}

/** Every column of the table, beside one SELECT with the same aggregates; frequent values are the operation's alone. */
export const dataProfile = (bench: Bench): Operation => {
  const own = OWN[bench.engine.profile] ?? ofAny
  const aggregates = [
    ...['id', 'title', 'note'].map(ofText),
    ...['number', 'price'].map((name) => ofNumbers(name, own(name))),
    ofAny('changed'),
  ]
  return {
    name: 'dataProfile',
    goals: GOALS,
    prepare: () => callOperation(bench, 'dataProfile', { table: 'bench', where: 'number < 1000' }),
    reset: () => undefined,
    run: () => callOperation(bench, 'dataProfile', { table: 'bench' }),
    rival: {
      name: 'SELECT',
      run: () => {
        bench.engine.run(`SELECT count(*), ${aggregates.join(', ')} FROM bench`)
      },
    },
    bytes: () => NaN,
  }
}
