/** Entry of the thread that observes a server: says when it has begun, and what it saw when told to stop. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { memoryOf } from './memory.ts'

export interface Subject {
  /** Of the server. */
  readonly pid: number
  /** A read, sent every 20 ms. */
  readonly odata: string
}

export interface Observed {
  /** Of the server and all that it has started, above what it was before. @see memoryOf */
  readonly memoryGrowthMiB: number
  readonly odataP95Ms: number
}

const [ODATA_MS, MEMORY_MS] = [20, 100]
const { pid, odata } = workerData as Subject

const agent = new Agent({ keepAlive: true })
const latencies: number[] = []
const read = async (): Promise<void> => {
  const start = performance.now()
  const [answer] = (await once(get(odata, { agent }), 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`OData answered ${String(answer.statusCode)}`)
  await once(answer.resume(), 'end')
  latencies.push(performance.now() - start)
}

const before = memoryOf(pid)
let most = before
const reads: Promise<void>[] = []
const reading = setInterval(() => {
  reads.push(read())
}, ODATA_MS)
const watching = setInterval(() => {
  most = Math.max(most, memoryOf(pid))
}, MEMORY_MS)

parentPort?.once('message', () => {
  clearInterval(reading)
  clearInterval(watching)
  void Promise.all(reads).then(() => {
    latencies.sort((a, b) => a - b)
    parentPort?.postMessage({
      memoryGrowthMiB: most - before,
      odataP95Ms: latencies[Math.floor(latencies.length * 0.95)] ?? NaN,
    } satisfies Observed)
    agent.destroy()
  })
})
parentPort?.postMessage('begun')
