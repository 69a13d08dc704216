/**
 * Chains of operators and functions: refused by a limit, or answered with work in proportion to what was asked.
 * @alone: measures work on each engine.
 */
import { DATABASES, startServerOn } from './support/server-on.ts'
import type { ServerProcess } from './support/server-process.ts'
import { tryChains } from './support/try-chains.ts'

jest.setTimeout(120_000)

describe.each(DATABASES)('on %s, with little memory', (database) => {
  let server: ServerProcess

  beforeAll(async () => {
    server = await startServerOn(database, { NODE_OPTIONS: '--max-old-space-size=160', DEBUG: 'sql' })
  })
  afterAll(() => server.stop())

  test('no chain holds the server', async () => {
    expect(await tryChains(server, [10], false)).toEqual([])
  })

  test('no numbers get lost in a remainder or a quotient', async () => {
    const filter = encodeURIComponent('(episode_id sub 6) mod 2.5 eq -0.5 and (episode_id sub 6) div 2 eq -1')
    const response = await fetch(`${server.url}/odata/v4/SagaFilm/Film?$filter=${filter}&$select=episode_id`)
    const { value } = (await response.json()) as { value: { episode_id: number }[] }
    expect(value.map((film) => film.episode_id)).toEqual([3])
  })
})
