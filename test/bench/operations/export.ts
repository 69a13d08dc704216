import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, exportRows, type Operation } from './operation.ts'

/** The whole table to CSV, beside the tool's own way. */
export const exportTable = (bench: Bench): Operation => {
  const { engine, folder, rows } = bench
  const [ours, theirs] = [join(folder, 'export.csv'), join(folder, 'tool.csv')]
  return {
    name: 'export',
    goals: { ratio: 1.9, memoryGrowthMiB: 80, odataP95Ms: 20 },
    prepare: async () => {
      for (let warm = 0; warm < 3; warm++) await exportRows(bench, 1_000, ours)
    },
    reset: () => undefined,
    run: () => exportRows(bench, rows, ours),
    rival: engine.tool === undefined ? undefined : { name: engine.tool, run: () => engine.toolExport(theirs) },
    bytes: () => statSync(ours).size,
  }
}
