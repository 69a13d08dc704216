import { setTimeout } from 'node:timers/promises'
import { startLoad } from './load.ts'
import type { ServerProcess } from './server-process.ts'

/** Requests that clients have had answered before the server is told to stop. */
const WARM = 50

/**
 * Stops a server that is busy.
 *
 * @param signal what makes it stop
 * @returns what went wrong for requests that were under way, and the exit code
 */
export async function stopUnderLoad(
  server: ServerProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<{ failures: readonly string[]; code: number | null }> {
  const load = startLoad(server.url)
  while (load.answered() < WARM) await setTimeout(5)
  server.signal(signal)
  await load.stop()
  return { failures: load.failures, code: await server.ended }
}
