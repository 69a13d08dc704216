import { GOALS, type Bench, callOperation, type Operation } from './operation.ts'

const COLUMNS = 'title, number, price, changed, note'

/** Rows that are equal in all columns but the key, beside GROUP BY. */
export const duplicateDetection = (bench: Bench): Operation => ({
  name: 'duplicateDetection',
  goals: GOALS,
  prepare: () => callOperation(bench, 'duplicateDetection', { table: 'bench', where: 'number < 1000' }),
  reset: () => undefined,
  run: () => callOperation(bench, 'duplicateDetection', { table: 'bench' }),
  rival: {
    name: 'GROUP BY',
    run: () => {
      bench.engine.run(
        `SELECT count(*), sum(n) FROM (SELECT ${COLUMNS}, count(*) AS n FROM bench GROUP BY ${COLUMNS} HAVING count(*) > 1) AS g`,
      )
    },
  },
  bytes: () => NaN,
})
