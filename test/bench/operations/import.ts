import { statSync } from 'node:fs'
import { join } from 'node:path'
import { GOALS, type Bench, callOperation, exportRows, type Operation } from './operation.ts'

/** A CSV file of all rows into an empty table, beside the tool's own way. */
export const importTable = (bench: Bench): Operation => {
  const { engine, folder, rows } = bench
  const file = join(folder, 'import.csv')
  const load = (name: string): Promise<unknown> => callOperation(bench, 'import', { table: 'bench_copy', file: name })
  const reset = (): void => engine.empty('bench_copy')
  return {
    name: 'import',
    goals: GOALS,
    prepare: async () => {
      await exportRows(bench, 1_000, join(folder, 'warm.csv'))
      for (let warm = 0; warm < 3; warm++) {
        reset()
        await load('warm.csv')
      }
      await exportRows(bench, rows, file)
    },
    reset,
    run: () => load('import.csv'),
    rival: engine.tool === undefined ? undefined : { name: engine.tool, run: () => engine.toolImport(file) },
    bytes: () => statSync(file).size,
  }
}
