/**
 * Requests that mean harm, to each service on each database: none stops the server, or is answered with more than a refusal.
 * @long: sends each hostile request on each engine.
 */
import { randomUUID } from 'node:crypto'
import { exchange } from './support/exchange.ts'
import { HOSTILE_REQUESTS, type Target, TARGETS } from './support/hostile-requests.ts'
import { findProblem } from './support/judge.ts'
import { DATABASES, startServerOn } from './support/server-on.ts'
import type { ServerProcess } from './support/server-process.ts'

jest.setTimeout(240_000)

const headers = { 'content-type': 'application/json' }

/** Whether the server still reads and the database still writes, found out with an honest client's requests. */
const findDamage = async (url: string): Promise<string | undefined> => {
  const read = await exchange(url, '', { path: '/odata/v4/SagaFilm/Planet?$top=1' })
  const body = JSON.stringify({ ID: randomUUID(), name: 'still here' })
  const written = await exchange(url, '', { method: 'POST', path: '/odata/v4/SagaFilm/Planet', headers, body })
  return read.status === 200 && written.status === 201 ? undefined : `then ${read.status}, ${written.status}`
}

const findProblems = async (url: string, target: Target): Promise<string[]> => {
  const problems: string[] = []
  for (const [name, make] of HOSTILE_REQUESTS) {
    const request = make(target)
    const told = decodeURIComponent(JSON.stringify(request).replace(/%(?![\da-f]{2})|%[89a-f]./gi, ''))
    const found = await exchange(url, target.root, request).then(
      (reply) => findProblem(reply, told),
      (error: unknown) => (error as Error).message,
    )
    const problem = found ?? (await findDamage(url).catch((error: unknown) => `then ${(error as Error).message}`))
    if (problem !== undefined) problems.push(`${name}: ${problem}`)
  }
  return problems
}

test('there are at least 150 of them, each with a name of its own', () => {
  const names = new Set(HOSTILE_REQUESTS.map(([name]) => name))
  expect(names.size).toBe(HOSTILE_REQUESTS.length)
  expect(names.size).toBeGreaterThanOrEqual(150)
})

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess
  let hasEnded = false

  beforeAll(async () => {
    server = await startServerOn(database)
    void server.ended.then(() => (hasEnded = true))
  })
  afterAll(() => server.stop())

  test.each(TARGETS.map((target) => [target.root, target] as const))('%s', async (_root, target) => {
    expect(await findProblems(server.url, target)).toEqual([])
    expect(hasEnded).toBe(false)
  })
})
