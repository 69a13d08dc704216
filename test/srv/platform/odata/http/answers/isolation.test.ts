import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { send, sendJsonBatch, ways } from '../../../../../support/odata.ts'

const app = borrowApp()
const HEADERS = ['odata-isolation', 'isolation']

describe.each(ways(app, 'SagaFilm'))('isolation, %s', (_, ask) => {
  test.each(HEADERS)('%s is refused', async (name) => {
    for (const path of ['Planet?$top=1', 'Planet?$top=1', 'Planet/$count']) {
      const { status, body } = await ask('GET', path, { headers: { [name]: 'snapshot' } })
      expect([status, body.error.code]).toEqual([412, 'ISOLATION_NOT_OFFERED'])
      expect((await ask('GET', path)).status).toBe(200)
    }
  })
})

test.each(HEADERS)('%s is refused for a batch as a whole, and for what is answered from memory', async (name) => {
  const headers = { [name]: 'snapshot' }
  const batch = await sendJsonBatch(app, 'SagaFilm', [{ id: '1', method: 'GET', url: 'Planet' }], headers)
  expect(batch.status).toBe(412)
  const path = '/odata/v4/SagaFilm/Planet?$top=3'
  for (let times = 0; times < 3; times++) expect((await send(app, 'GET', path)).status).toBe(200)
  expect((await send(app, 'GET', path, { headers })).status).toBe(412)
})
