/** What a benchmark measures besides time: memory of the server, and how fast OData answers meanwhile. */
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import type { Observed, Subject } from './observer.ts'

export interface Measured extends Observed {
  readonly seconds: number
}

/** Runs work while a thread of its own observes the server: what keeps this one busy must not look like the server's delay. */
export const measure = async (subject: Subject, work: () => Promise<unknown>): Promise<Measured> => {
  const observer = new Worker(new URL('./observer.ts', import.meta.url), { workerData: subject })
  await once(observer, 'message')
  const start = performance.now()
  try {
    await work()
  } catch (error) {
    await observer.terminate() // what it makes of a server that stops is not what went wrong
    throw error
  }
  const seconds = (performance.now() - start) / 1_000
  observer.postMessage('stop')
  const [observed] = (await once(observer, 'message')) as [Observed]
  await observer.terminate()
  return { seconds, ...observed }
}
