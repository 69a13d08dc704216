import { statSync } from 'node:fs'
import { join } from 'node:path'
import { download } from '../requests.ts'
import { type Bench, callOperation, type Goals, type Operation } from './operation.ts'

const BODY = { tables: ['bench'], timeout: 600 }
const OURS = 'bench.dump.zip'

const goalsOf = ({ engine }: Bench): Goals => ({
  ratio: engine.profile === 'pg' ? 1.6 : 2,
  ...{ memoryGrowthMiB: 80, odataP95Ms: 50 },
})

const dumpTo = ({ server, folder }: Bench): Promise<void> =>
  download(`${server.url}/api/v1/dump`, BODY, join(folder, OURS), 'application/zip')

/** The table with its structure as one file, beside the tool's own way. */
export const dumpTable = (bench: Bench): Operation => ({
  name: 'dump',
  goals: goalsOf(bench),
  prepare: () => dumpTo(bench),
  reset: () => undefined,
  run: () => dumpTo(bench),
  rival: bench.engine.dump && {
    name: bench.engine.dump.tool,
    run: () => bench.engine.dump?.write(join(bench.folder, 'tool.dump')),
  },
  bytes: () => statSync(join(bench.folder, OURS)).size,
})

/** Makes the table again and fills it from such a file. */
export const loadTable = (bench: Bench): Operation => {
  const tools = join(bench.folder, 'tool.dump')
  return {
    name: 'load',
    goals: goalsOf(bench),
    prepare: async () => {
      await dumpTo(bench)
      bench.engine.dump?.write(tools)
    },
    reset: () => bench.engine.run('DROP TABLE bench'),
    run: async () => {
      const { rows } = (await callOperation(bench, 'load', { file: OURS })) as { rows: number }
      if (rows !== bench.rows) throw new Error(`${String(rows)} rows were loaded`)
    },
    rival: bench.engine.dump && { name: bench.engine.dump.tool, run: () => bench.engine.dump?.read(tools) },
    bytes: () => statSync(join(bench.folder, OURS)).size,
  }
}
