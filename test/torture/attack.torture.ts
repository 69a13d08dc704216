/** What an honest client notices while hostile requests come in from all sides. */
import { setTimeout } from 'node:timers/promises'
import { exchange, PATIENCE_MS } from '../support/exchange.ts'
import { HOSTILE_REQUESTS, TARGETS } from '../support/hostile-requests.ts'
import { DATABASES, startServerOn } from '../support/server-on.ts'
import type { ServerProcess } from '../support/server-process.ts'

jest.setTimeout(600_000)

const ATTACKERS = 4
const ROUNDS = 3

const percentile = (times: readonly number[], share: number): number =>
  Math.round([...times].sort((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0)

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerOn(database)
  })
  afterAll(() => server.stop())

  test('/health is answered', async () => {
    const list = Array.from({ length: ROUNDS }, () => HOSTILE_REQUESTS)
      .flat()
      .flatMap(([, make]) => TARGETS.map((target) => [target.root, make(target)] as const))
      .values()
    const attack = async (): Promise<void> => {
      for (const [root, request] of list) await exchange(server.url, root, request)
    }
    const over = new AbortController()
    const attacks = Promise.all(Array.from({ length: ATTACKERS }, attack)).finally(() => {
      over.abort()
    })
    const times: number[] = []
    while (!over.signal.aborted) {
      const { status, milliseconds } = await exchange(server.url, '', { path: '/health' })
      expect(status).toBe(200)
      times.push(milliseconds)
      await setTimeout(5)
    }
    await attacks
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    console.info(`/health on ${database}: p50 ${p50} ms, p99 ${p99} ms, of ${times.length}`)
    expect(percentile(times, 1)).toBeLessThan(PATIENCE_MS)
  })
})
