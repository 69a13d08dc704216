/** Runs an operation and its rival in turn; the best run of each counts. */
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { measure } from './measure.ts'
import type { Bench, Goals, Operation } from './operations/operation.ts'

/** What was seen of one operation on one database; not a number where it could not be measured. */
export interface Finding {
  readonly engine: string
  readonly operation: string
  readonly megabytes: number
  readonly seconds: number
  readonly rival: string
  readonly rivalSeconds: number
  readonly goals: Goals
  /** The worst of the runs. */
  readonly memoryGrowthMiB: number
  readonly odataP95Ms: number
}

const WARM_READS = 100

export const runOperation = async ({ engine, server }: Bench, operation: Operation, runs: number): Promise<Finding> => {
  const odata = `${server.url}/odata/v4/SagaFilm/Film?$top=20&$select=title`
  await operation.prepare()
  await warmUp(odata)
  const [ours, theirs] = [[], []] as [Awaited<ReturnType<typeof measure>>[], number[]]
  for (let run = 0; run < runs; run++) {
    if (operation.rival) {
      operation.reset()
      theirs.push(await seconds(operation.rival.run))
    }
    operation.reset()
    ours.push(await measure({ pid: server.pid, odata }, operation.run))
  }
  return {
    engine: engine.name,
    operation: operation.name,
    megabytes: operation.bytes() / 1e6,
    seconds: Math.min(...ours.map((each) => each.seconds)),
    rival: operation.rival?.name ?? '–',
    rivalSeconds: theirs.length === 0 ? NaN : Math.min(...theirs),
    goals: operation.goals,
    memoryGrowthMiB: Math.max(...ours.map((each) => each.memoryGrowthMiB)),
    odataP95Ms: Math.max(...ours.map((each) => each.odataP95Ms)),
  }
}

/** What runs for the first times is slow for reasons of its own. */
const warmUp = async (url: string): Promise<void> => {
  for (let read = 0; read < WARM_READS; read++) await (await fetch(url)).arrayBuffer()
}

const seconds = async (work: () => void): Promise<number> => {
  const start = performance.now()
  work()
  const time = (performance.now() - start) / 1_000
  // Nothing else ran meanwhile: connections that the server has closed must be noticed before they are used again.
  await setTimeout(100)
  return time
}
