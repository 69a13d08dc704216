/**
 * `npm run bench [-- admin|cli|odata|read-cache|processes|scale|start|walk [flags]]`: one of the benchmarks, or all in turn. The flags of each stand
 * at its head. Nothing else should run on the machine meanwhile.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const BENCHMARKS = ['odata', 'admin', 'cli', 'read-cache', 'processes', 'scale', 'start', 'walk']

const [, , first = '', ...rest] = process.argv
const isOne = BENCHMARKS.includes(first)
if (first !== '' && !isOne) {
  console.error(`There are the benchmarks ${BENCHMARKS.join(', ')}, and no ${first}`)
  process.exit(1)
}
for (const name of isOne ? [first] : BENCHMARKS) {
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...rest], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
