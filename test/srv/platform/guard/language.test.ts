import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'
import { send, sendJsonBatch } from '../../../support/odata.ts'

const app = startApp()

/** The languages that CAP has worked in. */
const spoken: (string | undefined)[] = []
beforeAll(() => {
  cds.services['SagaFilm']!.prepend((service) => {
    service.before('READ', 'Species', (req) => void spoken.push(req.locale))
  })
})

test.each([
  ['de-CH', 'de'],
  ['pt-BR,en;q=0.5', 'pt'],
  ['zh-CN', 'zh_CN'],
  ['xx', 'en'],
  ['a'.repeat(4_000), 'en'],
  ['constructor', 'en'],
  ['*', 'en'],
])('who asks for %s is answered in %s, in a batch as well', async (wanted, locale) => {
  spoken.length = 0
  const headers = { 'accept-language': wanted }
  expect((await send(app, 'GET', '/odata/v4/SagaFilm/Species?$top=1', { headers })).status).toBe(200)
  await sendJsonBatch(app, 'SagaFilm', [{ id: '1', method: 'GET', url: 'Species?$top=1' }], headers)
  expect(spoken).toEqual([locale, locale])
})
