/**
 * Deletions on each database; `integrity.test.ts` has the rules.
 * @long: starts a server on each database.
 */
import { exchange } from '../../../../../support/exchange.ts'
import { DATABASES, startServerOn } from '../../../../../support/server-on.ts'
import type { ServerProcess } from '../../../../../support/server-process.ts'

jest.setTimeout(120_000)

const PLANET = '/odata/v4/SagaFilm/Planet'

describe.each(DATABASES)('on %s', (database) => {
  let server: ServerProcess

  beforeAll(async () => {
    server = await startServerOn(database)
  })
  afterAll(() => server.stop())

  const send = async (method: string, path: string, body?: object) => {
    const json = { 'content-type': 'application/json' }
    const request = { method, path, ...(body && { headers: json, body: JSON.stringify(body) }) }
    return exchange(server.url, '', request)
  }

  test('what nobody refers to goes, the rest stays and says who refers to it', async () => {
    const created = await send('POST', PLANET, { name: 'Nobody’s home' })
    const { ID } = JSON.parse(created.text) as { ID: string }
    expect((await send('DELETE', `${PLANET}(${ID})`)).status).toBe(204)

    const { text } = await send('GET', `${PLANET}?$filter=${encodeURIComponent("name eq 'Tatooine'")}`)
    const [tatooine] = (JSON.parse(text) as { value: { ID: string }[] }).value
    const refused = await send('DELETE', `${PLANET}(${tatooine!.ID})`)
    expect(refused.status).toBe(409)
    expect(refused.text).toMatch(/STILL_REFERENCED.*Episode2Planets.*Film2Planets.*People/)
    expect((await send('GET', `${PLANET}(${tatooine!.ID})`)).status).toBe(200)
  })
})
