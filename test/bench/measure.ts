/** What a benchmark measures besides time: memory of a process and its children, and how fast OData answers meanwhile. */
import { readFileSync, readdirSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

const [ODATA_MS, MEMORY_MS] = [20, 250]
const MIB = 1_048_576

/** Memory in use by a process and all that it has started, in MiB; not a number where there is no /proc. */
const memoryOf = (pid: number): number => {
  try {
    const children = new Map<number, number[]>()
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(statusOf(name))?.[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    }
    const family = (root: number): number[] => [root, ...(children.get(root) ?? []).flatMap(family)]
    return family(pid).reduce((sum, each) => sum + residentBytes(each), 0) / MIB
  } catch {
    return NaN
  }
}

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return '' // it has ended meanwhile
  }
}

const residentBytes = (pid: number): number => 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(statusOf(String(pid)))?.[1] ?? 0)

export interface Measured {
  readonly seconds: number
  /** Of the server and its children, above what it was before. */
  readonly memoryGrowthMiB: number
  readonly odataP95Ms: number
}

/** Runs work while reading OData every 20 ms. @param pid of the server. */
export const measure = async (pid: number, odata: string, work: () => Promise<void>): Promise<Measured> => {
  const before = memoryOf(pid)
  let most = before
  const latencies: number[] = []
  const memory = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, MEMORY_MS)
  const probe = setInterval(() => {
    const start = performance.now()
    void fetch(odata)
      .then((answer) => answer.arrayBuffer())
      .then(() => latencies.push(performance.now() - start))
  }, ODATA_MS)
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1_000
  clearInterval(probe)
  clearInterval(memory)
  latencies.sort((a, b) => a - b)
  return {
    seconds,
    memoryGrowthMiB: most - before,
    odataP95Ms: latencies[Math.floor(latencies.length * 0.95)] ?? NaN,
  }
}
