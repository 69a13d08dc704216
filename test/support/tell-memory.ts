/** For a server that is watched: `node --expose-gc --import test/support/tell-memory.ts` tells every minute what is left of its heap when nobody uses it. */
import { appendFileSync } from 'node:fs'
import process from 'node:process'

const EVERY_MS = Number(process.env['TELL_MEMORY_MS'] ?? 60_000)
const file = process.env['TELL_MEMORY_FILE']

/** What of it is told, in bytes. */
export interface Memory {
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
  readonly arrayBuffers: number
}

const { gc } = globalThis as { gc?: () => void }
if (file !== undefined && gc)
  setInterval(() => {
    // What the first one finalizes, the second one frees.
    gc()
    gc()
    appendFileSync(file, `${JSON.stringify({ pid: process.pid, ...process.memoryUsage() })}\n`)
  }, EVERY_MS).unref()
