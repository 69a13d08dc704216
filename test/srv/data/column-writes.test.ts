import { borrowApp } from '../../support/borrowed-server.ts'

const app = borrowApp()
const root = '/odata/v4/-data'

type Body = Record<string, unknown> & { value: Record<string, unknown>[]; error: Record<string, unknown> }

const get = (path: string) => app.GET<Body>(root + path)
const post = (path: string, body: unknown) => app.POST<Body>(root + path, body)
const patch = (path: string, body: unknown) => app.PATCH<Body>(root + path, body)
const put = (path: string, body: unknown) => app.PUT<Body>(root + path, body)
const remove = (path: string) => app.DELETE<Body>(root + path)
const column = (name: string, up__name = 'Crew') => `/Entities_columns(up__name='${up__name}',name='${name}')`

beforeAll(() => {
  app.axios.defaults.validateStatus = () => true
})

beforeEach(async () => {
  for (const name of ['Crew', 'Other']) {
    await remove(`/Entities('${name}')`)
    await post('/Entities', { name, columns: [{ name: 'id', type: 'Integer', isKey: true }, { name: 'label' }] })
  }
})

describe('POST of a column', () => {
  test('to the entity takes up__name or does without it', async () => {
    const full = { up__name: 'Crew', name: 'rank', type: 'String', isKey: false }
    expect(await post("/Entities('Crew')/columns", full)).toMatchObject({ status: 201, data: full })
    expect(await post("/Entities('Crew')/columns", { name: 'age' })).toMatchObject({
      status: 201,
      data: { up__name: 'Crew', name: 'age', type: null, isKey: null },
    })
  })

  test('to /Entities_columns takes the owner by key or by reference, and needs it', async () => {
    expect((await post('/Entities_columns', { up__name: 'Crew', name: 'a' })).status).toBe(201)
    expect((await post('/Entities_columns', { up_: { name: 'Crew' }, name: 'b' })).status).toBe(201)
    expect((await post('/Entities_columns', { 'up_@odata.bind': "Entities('Crew')", name: 'c' })).status).toBe(201)
    expect((await get("/Entities('Crew')/columns/$count")).data).toBe(5)
    expect(await post('/Entities_columns', { name: 'd' })).toMatchObject({
      status: 400,
      data: { error: { target: 'up__name' } },
    })
  })

  test('without a name stores and reports an empty one, once', async () => {
    expect(await post("/Entities('Crew')/columns", { name: null })).toMatchObject({ status: 201, data: { name: '' } })
    expect((await get(column(''))).data).toMatchObject({ up__name: 'Crew', name: '' })
    expect((await post('/Entities_columns', { up__name: 'Crew' })).status).toBe(409)
    expect((await remove(column(''))).status).toBe(204)
  })

  test('for an entity that does not exist is a 400 that names up__name', async () => {
    for (const path of ["/Entities('Nobody')/columns", '/Entities_columns'])
      expect(await post(path, { up__name: 'Nobody', name: 'a' })).toMatchObject({
        status: 400,
        data: { error: { code: 'ASSERT_TARGET', target: 'up__name' } },
      })
    expect((await put(column('a', 'Nobody'), { type: 'x' })).status).toBe(400)
    expect((await get("/Entities_columns?$filter=up__name eq 'Nobody'")).data.value).toEqual([])
  })

  test('that contradicts the owner in the path is a 400, and nothing is written anywhere', async () => {
    for (const owner of [
      { up__name: 'Other' },
      { up__name: null },
      { up_: { name: 'Other' } },
      { 'up_@odata.bind': "Entities('Other')" },
    ])
      expect(await post("/Entities('Crew')/columns", { name: 'a', ...owner })).toMatchObject({
        status: 400,
        data: { error: { target: 'up__name' } },
      })
    expect((await post('/Entities_columns', { up__name: 'Crew', up_: { name: 'Other' }, name: 'a' })).status).toBe(400)
    expect((await get("/Entities_columns?$filter=name eq 'a' and up__name in ('Crew','Other')")).data.value).toEqual([])
  })

  test('of a name that the entity has is a 409; another entity may have it', async () => {
    for (const path of ["/Entities('Crew')/columns", '/Entities_columns'])
      expect(await post(path, { up__name: 'Crew', name: 'id' })).toMatchObject({
        status: 409,
        data: { error: { code: 'ENTITY_ALREADY_EXISTS', target: 'name' } },
      })
    await post('/Entities_columns', { up__name: 'Other', name: 'rank' })
    expect((await post('/Entities_columns', { up__name: 'Crew', name: 'rank' })).status).toBe(201)
  })

  test('with a wrong type is a 400', async () => {
    for (const wrong of [
      { name: 1 },
      { name: 'a', type: 1 },
      { name: 'a', isKey: 'true' },
      { name: 'a', other: 1 },
      { name: 'a'.repeat(256) },
      { up__name: 1 },
    ])
      expect((await post('/Entities_columns', { up__name: 'Crew', ...wrong })).status).toBe(400)
  })
})

describe('columns posted with their entity', () => {
  test('are refused when they name another owner or a name twice', async () => {
    for (const owner of [
      { up__name: 'Other' },
      { up_: { name: 'Other' } },
      { 'up_@odata.bind': "Entities('Other')" },
    ]) {
      const columns = [{ name: 'ok' }, { name: 'a', ...owner }]
      expect(await post('/Entities', { name: 'New', columns })).toMatchObject({
        status: 400,
        data: { error: { target: 'columns[1]/up__name' } },
      })
      expect((await patch("/Entities('Crew')", { columns })).status).toBe(400)
    }
    for (const columns of [
      [{ name: 'a' }, { name: 'a' }],
      [{}, { name: null }],
    ]) {
      expect((await post('/Entities', { name: 'New', columns })).status).toBe(409)
      expect((await patch("/Entities('Crew')", { columns })).status).toBe(409)
    }
    expect((await get("/Entities('New')")).status).toBe(404)
    expect((await get("/Entities('Crew')/columns/$count")).data).toBe(2)
  })
})

describe('PATCH of a column', () => {
  test('changes type and isKey', async () => {
    expect((await patch(column('id'), { type: 'UUID', isKey: false })).status).toBe(204)
    expect((await get(column('id'))).data).toMatchObject({ name: 'id', type: 'UUID', isKey: false })
  })

  test.each([
    ['by itself', column('id')],
    ['through its entity', "/Entities('Crew')/columns(up__name='Crew',name='id')"],
  ])('renames it %s and keeps the rest', async (_, path) => {
    expect((await patch(path, { name: 'ID', type: 'UUID' })).status).toBe(204)
    expect((await get(column('ID'))).data).toMatchObject({ up__name: 'Crew', name: 'ID', type: 'UUID', isKey: true })
    expect((await get(column('id'))).status).toBe(404)
    expect((await get("/Entities('Crew')/columns/$count")).data).toBe(2)
  })

  test('to its own name or to none at all is no renaming', async () => {
    expect((await patch(column('id'), { name: 'id', type: 'x' })).status).toBe(204)
    expect((await patch(column('id'), {})).status).toBe(204)
    expect((await get(column('id'))).data).toMatchObject({ name: 'id', type: 'x', isKey: true })
  })

  test('to null gives it an empty name', async () => {
    expect((await patch(column('id'), { name: null })).status).toBe(204)
    expect((await get(column(''))).data).toMatchObject({ name: '', type: 'Integer' })
  })

  test('to the name of another column is a 409 and changes nothing', async () => {
    expect(await patch(column('id'), { name: 'label', type: 'x' })).toMatchObject({
      status: 409,
      data: { error: { target: 'name' } },
    })
    expect((await get("/Entities('Crew')/columns?$select=name,type")).data.value).toMatchObject([
      { name: 'id', type: 'Integer' },
      { name: 'label', type: null },
    ])
  })

  test('to another entity, or with a wrong type, is a 400', async () => {
    const wrong = [
      { up__name: 'Other' },
      { up_: { name: 'Other' } },
      { 'up_@odata.bind': "Entities('Other')" },
      { name: 1 },
      { name: 'a'.repeat(256) },
      { name: 'ID', isKey: 'true' },
      { type: 1 },
      { other: 1 },
    ]
    for (const body of wrong) expect((await patch(column('id'), body)).status).toBe(400)
    expect((await get(column('id'))).data).toMatchObject({ type: 'Integer', isKey: true })
    expect((await get("/Entities('Other')/columns/$count")).data).toBe(2)
  })

  test('that does not exist creates it, unless it must exist', async () => {
    const mustExist = { headers: { 'if-match': '*' }, validateStatus: () => true }
    expect((await app.PATCH(`/odata/v4/-data${column('new')}`, { type: 'x' }, mustExist)).status).toBe(412)
    expect((await remove(column('new'))).status).toBe(404)
    expect((await patch(column('new'), { type: 'x' })).status).toBe(204)
    expect((await get(column('new'))).data).toMatchObject({ name: 'new', type: 'x' })
    expect((await remove(column('new'))).status).toBe(204)
  })
})

test('columns are listed with their entity, filtered, counted, searched and ordered', async () => {
  const listed = await get("/Entities('Crew')/columns?$expand=up_&$orderby=name desc&$count=true&$top=1")
  expect(listed.data['@count']).toBe(2)
  expect(listed.data.value).toMatchObject([{ name: 'label', up_: { name: 'Crew' } }])
  const all = await get(
    "/Entities_columns?$expand=*&$filter=isKey eq true and up__name eq 'Crew'&$select=up__name,name,type,isKey",
  )
  expect(all.data.value).toMatchObject([
    { up__name: 'Crew', name: 'id', type: 'Integer', isKey: true, up_: { name: 'Crew' } },
  ])
  expect((await get('/Entities_columns?$search=integer&$orderby=up__name')).data.value).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ up__name: 'Crew', name: 'id' })]),
  )
  expect((await remove(column('id'))).status).toBe(204)
  expect((await get("/Entities('Crew')/columns?$select=name")).data.value).toMatchObject([{ name: 'label' }])
})
