import { GOALS, type Bench, callOperation, type Operation } from './operation.ts'

const RULES = 'id:required;id:uuid;title:pattern:^Title [0-9]+;number:range:0:999990'
const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
const FAILS = [`id IS NULL`, `id !~ '${UUID}'`, `title !~ '^Title [0-9]+'`, 'number < 0 OR number > 999990']

/** Rules that the engine counts and rules whose values are tested by pattern, beside the same in SQL where it has patterns. */
export const dataValidator = (bench: Bench): Operation => ({
  name: 'dataValidator',
  goals: GOALS,
  prepare: () => callOperation(bench, 'dataValidator', { table: 'bench', rules: RULES, limit: 1_000 }),
  reset: () => undefined,
  run: () => callOperation(bench, 'dataValidator', { table: 'bench', rules: RULES }),
  rival:
    bench.engine.profile === 'pg'
      ? {
          name: 'SELECT',
          run: () => {
            const counts = FAILS.map((condition) => `count(CASE WHEN ${condition} THEN 1 END)`)
            bench.engine.run(`SELECT count(*), ${counts.join(', ')} FROM bench`)
          },
        }
      : undefined,
  bytes: () => NaN,
})
