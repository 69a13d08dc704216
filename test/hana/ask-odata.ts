import { LEVELS } from '../support/conformance/index.ts'
import { useServer } from '../support/conformance/ask.ts'
import { onTour, TOUR } from '../support/tour.ts'
import { APPLIED, DRAFTS } from './odata-requests.ts'

/** Stands for jest's `expect` where only what is asked counts: all passes. */
const passing: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'then' ? undefined : passing),
  apply: () => passing,
})

/** Sends all requests that show what OData asks of a service, and those of the tour. @returns what went wrong. */
export const askOdata = async (url: string, signal: AbortSignal): Promise<readonly string[]> => {
  const problems: string[] = []
  const attempt = async (name: string, ask: () => Promise<unknown>): Promise<void> => {
    if (!signal.aborted) await ask().catch((error: unknown) => problems.push(`${name}: ${(error as Error).message}`))
  }
  ;(globalThis as { expect?: unknown }).expect ??= passing
  useServer(url)
  for (const [level, rows] of [...LEVELS, ['more', [...DRAFTS, ...APPLIED]] as const])
    for (const [, statement, check] of rows) await attempt(`${level}, ${statement}`, check)
  const send = onTour()
  const ofOdata = TOUR.filter((request) => !request.url.startsWith('{{admin}}'))
  for (const request of ofOdata) await attempt(request.title, () => send(url, request))
  return signal.aborted ? [] : problems
}
