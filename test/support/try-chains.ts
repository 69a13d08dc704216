import { CHAINS, encodeOptions } from './chains.ts'
import type { ServerProcess } from './server-process.ts'

/** Of a URL that is too long for the services, which says nothing of chains. */
const LONGEST = 8_000
const PATIENCE_MS = 5_000
/** Characters of SQL for each that was asked, and for what every query of films has besides. */
const GROWTH = 150
const ALWAYS = 30_000

/**
 * Sends every chain, by itself or in a batch.
 *
 * @param server one that writes its SQL (DEBUG=sql)
 * @returns what was neither answered nor refused within bounds.
 */
export async function tryChains(server: ServerProcess, times: readonly number[], inBatch: boolean): Promise<unknown[]> {
  const problems: unknown[] = []
  for (const { name, options } of CHAINS) {
    for (const count of times) {
      const path = `Film?${encodeOptions(options(count))}&$top=3`
      if (path.length > LONGEST) continue
      const before = server.output().length
      const outcome = await send(server, path, inBatch).catch((error: unknown) => (error as Error).name)
      const written = server.output().length - before
      const isFine = typeof outcome === 'number' && outcome < 500
      if (!isFine || written > ALWAYS + GROWTH * path.length) problems.push({ name, count, outcome, written })
    }
  }
  return problems
}

async function send(server: ServerProcess, path: string, inBatch: boolean): Promise<number> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const root = `${server.url}/odata/v4/SagaFilm`
  if (!inBatch) {
    const response = await fetch(`${root}/${path}`, { signal })
    await response.text()
    return response.status
  }
  const response = await fetch(`${root}/$batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [{ id: '1', method: 'GET', url: path }] }),
    signal,
  })
  const { responses } = (await response.json()) as { responses?: { status: number }[] }
  return responses?.[0]?.status ?? response.status
}
