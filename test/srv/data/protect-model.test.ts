import { borrowApp } from '../../support/borrowed-server.ts'

const app = borrowApp()
const root = '/odata/v4/-data'
const film = "/Entities('SagaFilm.Film')"
const id = "(up__name='SagaFilm.Film',name='ID')"

type Body = Record<string, unknown> & { value: Record<string, unknown>[]; error: Record<string, unknown> }

const get = (path: string) => app.GET<Body>(root + path)
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const send = (method: Method, url: string, body?: object) =>
  method === 'DELETE' ? app.DELETE<Body>(root + url) : app[method]<Body>(root + url, body)

beforeAll(() => {
  app.axios.defaults.validateStatus = () => true
})

test.each<[Method, string, object?]>([
  ['PATCH', film, { columns: [] }],
  ['PATCH', film, {}],
  ['PUT', film, { columns: [] }],
  ['DELETE', film],
  ['POST', `${film}/columns`, { up__name: 'SagaFilm.Film', name: 'x' }],
  ['POST', '/Entities_columns', { up__name: 'SagaFilm.Film', name: 'x' }],
  ['POST', '/Entities_columns', { up_: { name: 'SagaFilm.Film' }, name: 'x' }],
  ['PUT', "/Entities_columns(up__name='SagaFilm.Film',name='x')", { type: 'x' }],
  ['PATCH', `/Entities_columns${id}`, { type: 'x' }],
  ['PATCH', `/Entities_columns${id}`, { name: 'x' }],
  ['PUT', `/Entities_columns${id}/type`, { value: 'x' }],
  ['DELETE', `/Entities_columns${id}`],
  ['DELETE', `/Entities_columns${id}/type`],
  ['PATCH', `${film}/columns${id}`, { name: 'x' }],
  ['DELETE', `${film}/columns${id}`],
  ['PATCH', `/Entities_columns${id}/up_`, { columns: [] }],
  ['PATCH', "/Entities_columns('SagaFilm.Film')/up_", { columns: [] }],
  ['DELETE', "/Entities_columns('SagaFilm.Film')/up_"],
])('%s %s of a row that mirrors the model is a 403', async (...request) => {
  const before = (await get(`${film}?$expand=columns`)).data
  expect(await send(...request)).toMatchObject({ status: 403, data: { error: { code: 'MODEL_ROW_PROTECTED' } } })
  expect((await get(`${film}?$expand=columns`)).data).toEqual(before)
})

test('a column of a stored entity cannot be moved to one that mirrors the model', async () => {
  await send('POST', '/Entities', { name: 'Crew', columns: [{ name: 'id' }] })
  const url = "/Entities_columns(up__name='Crew',name='id')"
  for (const body of [
    { up__name: 'SagaFilm.Film' },
    { up_: { name: 'SagaFilm.Film' } },
    { 'up_@odata.bind': "Entities('SagaFilm.Film')" },
  ])
    expect((await send('PATCH', url, body)).status).toBe(400)
  expect((await get(`${url}/up_`)).data).toMatchObject({ name: 'Crew' })
})

test('POST of the name of a row that mirrors the model is a 409', async () => {
  expect((await send('POST', '/Entities', { name: 'SagaFilm.Film', columns: [] })).status).toBe(409)
})
