import cds from '@sap/cds'
import { startApp } from '../../../../support/app.ts'
import { send, sendJsonBatch } from '../../../../support/odata.ts'

beforeAll(() => {
  Object.assign(cds.env, { guard: { batchParts: 2, bodyBytes: 1_000 } })
})
const app = startApp()

const parts = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), method: 'GET', url: 'Film?$top=1' }))

test('the limits of the configuration are in force', async () => {
  expect((await sendJsonBatch(app, 'SagaFilm', parts(2))).status).toBe(200)
  expect((await sendJsonBatch(app, 'SagaFilm', parts(3))).status).toBe(413)
  const body = { name: 'x'.repeat(1_000) }
  expect((await send(app, 'POST', '/odata/v4/SagaFilm/People', { body })).status).toBe(413)
})
