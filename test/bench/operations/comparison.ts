import { GOALS, type Bench, callOperation, type Operation } from './operation.ts'

/** A copy with three differences, and how one would look for them. */
const PLANTED = `INSERT INTO bench_copy SELECT * FROM bench;
  UPDATE bench_copy SET title = 'other' WHERE number = 10; DELETE FROM bench_copy WHERE number = 20;
  INSERT INTO bench_copy SELECT 'more', title, number, price, changed, note FROM bench WHERE number = 30`
const JOIN = `SELECT count(*) FROM bench a FULL JOIN bench_copy b ON a.id = b.id
  WHERE a.id IS NULL OR b.id IS NULL OR ${['title', 'number', 'price', 'changed', 'note']
    .map((name) => `a.${name} IS DISTINCT FROM b.${name}`)
    .join(' OR ')}`

/** @throws Error unless an answer tells of the three differences, and of nothing else. */
const expectPlanted = (answer: unknown, rows: number): void => {
  const { summary } = answer as { summary: Record<string, number> }
  const { matching, identical = matching, different, onlyInTable1, onlyInTable2 } = summary
  const found = [identical, different, onlyInTable1, onlyInTable2].join()
  if (found !== [rows - 2, 1, 1, 1].join()) throw new Error(`The planted differences were not found: ${found}`)
}

/** One of the operations that find how two tables differ, beside a join written by hand. */
const comparison =
  (name: string) =>
  (bench: Bench): Operation => ({
    name,
    goals: GOALS,
    prepare: async () => {
      bench.engine.empty('bench_copy')
      bench.engine.run(PLANTED)
    },
    reset: () => undefined,
    run: async () => {
      expectPlanted(await callOperation(bench, name, { table1: 'bench', table2: 'bench_copy' }), bench.rows)
    },
    rival: { name: 'join', run: () => bench.engine.run(JOIN) },
    bytes: () => NaN,
  })

export const compareData = comparison('compareData')
export const dataDiff = comparison('dataDiff')
