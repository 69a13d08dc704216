/** A quarter of an hour of everything at once on each database: what is in use after it, besides what is kept up to a bound, does not grow. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { memoryOf } from '../bench/memory.ts'
import { unlimited } from '../support/admin-fuzz.ts'
import { DATABASES, startServerOn } from '../support/server-on.ts'
import { ROOT } from '../support/server-process.ts'
import { startSoak } from '../support/soak.ts'
import type { Memory } from '../support/tell-memory.ts'

jest.setTimeout(3_600_000)

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 15)
/** Of the heap and of what Node holds outside of it, in each minute of the last half; caches have filled by then. */
const MOST_GROWTH_MIB = 0.5
const MIB = 1_048_576

const mib = (bytes: number): number => Math.round((10 * bytes) / MIB) / 10

/** By how much numbers grow from one to the next, along the line that fits best. */
const slopeOf = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length
  const [above, below] = values.reduce(
    ([a, b], each, index) => [a + (index - middle) * (each - mean), b + (index - middle) ** 2],
    [0, 0],
  )
  return below === 0 ? 0 : above / below
}

test.each(DATABASES)('on %s', async (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-soak-'))
  const file = join(folder, 'memory')
  const server = await startServerOn(database, {
    ...unlimited(folder),
    NODE_OPTIONS: `--expose-gc --import=${join(ROOT, 'test/support/tell-memory.ts')}`,
    TELL_MEMORY_FILE: file,
  })
  try {
    const soak = startSoak(server.url)
    const trees: number[] = []
    for (let minute = 0; minute < MINUTES; minute++) {
      await setTimeout(60_000)
      trees.push(memoryOf(server.pid))
    }
    await soak.stop()
    const told = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Memory & { pid: number })
      .filter(({ pid }) => pid === server.pid)
    console.table(
      told.map(({ rss, heapUsed, external, arrayBuffers }, minute) => ({
        'all processes': Math.round(trees[minute] ?? NaN),
        ...{ RSS: mib(rss), heap: mib(heapUsed), external: mib(external), buffers: mib(arrayBuffers) },
      })),
    )
    const half = told.slice(Math.floor(told.length / 2))
    const growth = slopeOf(half.map(({ heapUsed, external }) => (heapUsed + external) / MIB))
    console.info(
      `${database}: ${soak.answered()} answers; grows by ${growth.toFixed(2)} MiB a minute at last`,
      soak.refusals,
    )
    expect(soak.answered()).toBeGreaterThan(100 * MINUTES)
    expect(growth).toBeLessThan(MOST_GROWTH_MIB)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
})
