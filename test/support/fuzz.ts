/** Sends requests at random to a server, the same for the same seed, and tells which were answered as they must not be. */
import fc from 'fast-check'
import { exchange } from './exchange.ts'
import { exploreServices, fuzzRequests } from './fuzz-requests.ts'
import { findProblem } from './judge.ts'
import type { HostileRequest } from './hostile-requests.ts'

/** Requests under way at the same time. */
const LANES = 4

/** What came of it: how many answers of each status, and the problems, each with the request that it answers. */
export interface FuzzReport {
  readonly statuses: Readonly<Record<number, number>>
  readonly problems: readonly string[]
}

export async function fuzz(url: string, seed: number, count: number): Promise<FuzzReport> {
  const requests = fc.sample(fuzzRequests(await exploreServices(url)), { seed, numRuns: count })
  const statuses: Record<number, number> = {}
  const problems: string[] = []
  const sendNext = async (request: HostileRequest): Promise<void> => {
    const told = JSON.stringify(request)
    try {
      const reply = await exchange(url, '', request)
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
      const problem = findProblem(reply, told)
      if (problem !== undefined) problems.push(`${told} → ${problem}`)
    } catch (error) {
      problems.push(`${told} → ${(error as Error).message}`)
    }
  }
  const waiting = requests.values()
  const lane = async (): Promise<void> => {
    for (const request of waiting) await sendNext(request)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { statuses, problems }
}
