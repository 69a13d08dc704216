import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ScaleRead } from './reads.ts'
import { median } from '../median.ts'

export interface Timed {
  /** The median; infinite where it was given up, and NaN where a request failed. */
  readonly milliseconds: number
  /** How long the other request waited meanwhile, at most. */
  readonly healthMs: number
}

/** The longest that one request is waited for. */
const PATIENCE_MS = 10_000
/** Of the request that does not count. */
const FIRST = 3

/** Sends each read for each number, one after the other, and once before, for a server that is new to it. */
export const timeReads = async (
  port: number,
  reads: readonly ScaleRead[],
  numbers: readonly number[],
  meanwhile?: string,
): Promise<Timed[]> => {
  const origin = `http://127.0.0.1:${String(port)}`
  const timed: Timed[] = []
  const probe = meanwhile === undefined ? undefined : new Worker(new URL('./probe-waits.ts', import.meta.url), { workerData: origin + meanwhile }) // prettier-ignore
  if (probe) await once(probe, 'message')
  for (const { path } of reads) {
    const times: number[] = []
    probe?.postMessage('begin')
    for (const number of [FIRST, ...numbers]) {
      times.push(await timeOf(origin + path(number)))
      if (!Number.isFinite(times.at(-1))) break
    }
    let healthMs = NaN
    if (probe) {
      probe.postMessage('tell')
      ;[healthMs] = (await once(probe, 'message')) as [number]
    }
    const last = times.at(-1) ?? NaN
    timed.push({ milliseconds: Number.isFinite(last) ? median(times.slice(1)) : last, healthMs })
  }
  await probe?.terminate()
  return timed
}

const timeOf = async (url: string): Promise<number> => {
  const start = performance.now()
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const body = await answer.text()
    if (answer.ok) return performance.now() - start
    if (answer.status === 503) return Infinity
    console.error(`${decodeURI(url)} answered ${String(answer.status)}: ${body}`)
    return NaN
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error
    return Infinity
  }
}
