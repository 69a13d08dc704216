import { borrowApp } from '../../support/borrowed-server.ts'

const app = borrowApp()
const root = '/odata/v4/-data'

type Body = { error: { code: string; message: string; target: string } }

beforeAll(() => {
  app.axios.defaults.validateStatus = () => true
})

test.each([
  ['/Data', { dummy: "it's" }, 'dummy'],
  ['/Entities', { name: "it's" }, 'name'],
  ['/Entities_columns', { up__name: "it's", name: 'x' }, 'name'],
  ["/Entities('it''s')/columns", { name: 'y' }, 'name'],
])('POST %s of a key that is taken is a 409 that names the key and no constraint', async (path, body, target) => {
  expect((await app.POST(root + path, body)).status).toBe(201)
  const { status, data } = await app.POST<Body>(root + path, body)
  expect({ status, ...data.error }).toMatchObject({ status: 409, code: 'ENTITY_ALREADY_EXISTS', target })
  expect(JSON.stringify(data)).not.toMatch(/constraint|saga_/i)
})

test('PUT of a key that is taken updates the row', async () => {
  await app.POST(`${root}/Data`, { dummy: 'put' })
  const { status } = await app.PUT(`${root}/Data('put')`, { record: [{ column: 'a', data: 'b' }] })
  expect(status).toBeLessThan(300)
})
