/**
 * A thread that ends its process when that takes too much memory: SQLite has no bound of its own that holds in every build,
 * and while a statement runs nothing else in its process does. Started by `guardMemory`.
 */
import { workerData } from 'node:worker_threads'

const EVERY_MS = 50

const { limit } = workerData as { readonly limit: number }
setInterval(() => {
  if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
