import { borrowApp } from '../../support/borrowed-server.ts'

const app = borrowApp()

type Body = Record<string, unknown> & { value: Record<string, unknown>[] }

const get = (path: string) => app.GET<Body>(`/odata/v4/${path}`)

beforeAll(async () => {
  app.axios.defaults.validateStatus = () => true
  for (const name of ['Crew', "it's, (a) 'b'"])
    await app.POST('/odata/v4/-data/Entities', { name, columns: [{ name: 'x' }, { name: 'y' }] })
})

test.each([
  "Entities_columns('Crew')/up_",
  "Entities_columns(up__name='Crew')/up_",
  'Entities_columns(%27Crew%27)/up_',
  'Entities_columns%28up__name%3D%27Crew%27%29/up_',
  "Entities_columns(up__name='Crew',name='x')/up_",
])('%s is the entity', async (path) => {
  expect(await get(`-data/${path}`)).toMatchObject({ status: 200, data: { name: 'Crew' } })
  expect((await get(`-data/${path}?$select=name&$expand=columns`)).data['columns']).toHaveLength(2)
  expect((await get(`-data/${path}?$expand=*`)).data['columns']).toHaveLength(2)
})

test('whatever follows up_ is served, quotes and parentheses in the key are understood', async () => {
  expect((await get("-data/Entities_columns('Crew')/up_/columns?$top=1")).data.value).toMatchObject([{ name: 'x' }])
  expect((await get("-data/Entities_columns('Crew')/up_/columns/$count")).data).toBe(2)
  const key = encodeURIComponent("it''s, (a) ''b''")
  expect((await get(`-data/Entities_columns('${key}')/up_`)).data).toMatchObject({ name: "it's, (a) 'b'" })
})

test('an entity that does not exist is a 404; half a key is none for the column itself', async () => {
  expect((await get("-data/Entities_columns('Nobody')/up_")).status).toBe(404)
  expect((await get("-data/Entities_columns('Crew')")).status).toBeGreaterThanOrEqual(400)
  expect((await get("-data/Entities_columns('Crew')/up__name")).status).toBeGreaterThanOrEqual(400)
})

test('other services keep their URLs', async () => {
  expect((await get("SagaFilm/Entities_columns('Crew')/up_")).status).toBe(404)
  expect((await get('SagaFilm/Film?$orderby=record/column')).status).toBe(400)
})

test('a key in double quotes is another than the one without', async () => {
  await app.POST('/odata/v4/-data/Data', { dummy: 'plain', record: [] })
  const quoted = "/odata/v4/-data/Data('%22plain%22')"
  expect((await app.GET(quoted)).status).toBe(404)
  expect((await app.DELETE(quoted)).status).toBe(404)
  expect((await get("-data/Data('plain')")).status).toBe(200)
})
