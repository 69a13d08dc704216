import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'

/**
 * Where the server runs in several processes (`CDS_WORKERS`), the first one only holds the others: it passes the wish
 * to stop on to them, and ends when they have.
 */
export const superviseWorkers = (): void => {
  const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const stop = (signal: NodeJS.Signals): void => {
    for (const worker of workers()) worker.process.kill(signal)
  }
  process.on('SIGTERM', stop).on('SIGHUP', stop)
  // ^C reaches the workers by itself.
  process.on('SIGINT', () => undefined)
  cluster.on('exit', (_worker, code) => {
    if (code !== 0) process.exitCode = 1
    if (workers().length === 0) process.exit()
  })
}
