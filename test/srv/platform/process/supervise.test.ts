import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'
import { send } from '../../../support/odata.ts'

beforeAll(() => {
  Object.assign(cds.env, { process: { trustedProxies: 1 }, guard: { hosts: ['saga.example', 'other.example'] } })
})
const app = startApp()

const create = async (headers: Record<string, string>): Promise<string | undefined> => {
  const { headers: received } = await send(app, 'POST', '/odata/v4/SagaFilm/Planet', { headers, body: { name: 'x' } })
  return received['location']
}

test('where a proxy is trusted, links have the address that it was asked for', async () => {
  const forwarded = { 'x-forwarded-host': 'saga.example', 'x-forwarded-proto': 'https' }
  expect(await create(forwarded)).toMatch(/^https:\/\/saga\.example\/odata\/v4\/SagaFilm\/Planet\(/)
  expect(await create({})).toMatch(/^http:\/\/(localhost|127\.0\.0\.1):\d+\/odata/)
})
