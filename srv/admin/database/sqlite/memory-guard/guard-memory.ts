import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../../core/worker-url.ts'

let guard: Worker | undefined

/** Ends this very process as soon as it takes more memory than so many bytes, whatever it is doing then. */
export const guardMemory = (limit: number): void => {
  guard ??= new Worker(workerUrl(import.meta.url), { workerData: { limit } })
  guard.unref()
}
