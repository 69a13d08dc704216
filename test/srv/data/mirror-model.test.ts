import cds from '@sap/cds'
import { mirrorModel } from '../../../srv/data/mirror-model.ts'
import { startApp } from '../../support/app.ts'

const app = startApp()
const { DELETE, INSERT, SELECT, UPDATE } = cds.ql

type Body = Record<string, unknown> & { value: Record<string, unknown>[] }

const get = (path: string) => app.GET<Body>(`/odata/v4/-data${path}`)
const storedRows = async () => ({
  entities: (await SELECT.from('saga.Entities').orderBy('name')) as unknown[],
  columns: (await SELECT.from('saga.Entities_columns').orderBy('up__name', 'name')) as unknown[],
})

test('the entities of the three services and of the database are listed, those of the framework and drafts are not', async () => {
  const { data } = await get('/Entities')
  const names = data.value.map(({ name }) => name as string)
  expect(names).toEqual(
    expect.arrayContaining(['SagaFilm.Film', 'SagaEpisode.Shows', 'DataService.Data', 'saga.Film2People']),
  )
  expect(names.filter((name) => /^cds\.|^DRAFT\.|draft/i.test(name))).toEqual([])
})

test('their columns have name, type and isKey; associations, drafts and what is hidden have no column', async () => {
  const { data } = await get("/Entities('SagaFilm.Film')?$expand=columns($select=name,type,isKey)")
  const columns = data['columns'] as { name: string; type: string; isKey: boolean }[]
  expect(columns).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'ID', type: 'cds.UUID', isKey: true }),
      expect.objectContaining({ name: 'release_date', type: 'cds.Date', isKey: false }),
    ]),
  )
  const names = columns.map(({ name }) => name)
  for (const none of ['characters', 'IsActiveEntity', 'DraftMessages', 'SiblingEntity'])
    expect(names).not.toContain(none)
  const { data: hidden } = await get("/Entities('saga.Data')/columns?$select=name")
  expect(hidden.value).toMatchObject([{ name: 'dummy' }, { name: 'record' }])
})

test('they take part in every option, beside the rows of users', async () => {
  await INSERT.into('saga.Entities').entries({ name: 'SagaFilm.My own' })
  const { data } = await get(
    "/Entities?$search=sagafilm&$filter=contains(name,'l')&$orderby=name desc&$count=true&$top=2",
  )
  const all = await get("/Entities?$filter=startswith(name,'SagaFilm.') and contains(name,'l')&$orderby=name desc")
  expect(data['@odata.count']).toBe(all.data.value.length)
  expect(data.value).toEqual(all.data.value.slice(0, 2))
  expect(all.data.value).toContainEqual({ name: 'SagaFilm.My own' })
  await DELETE.from('saga.Entities').where({ name: 'SagaFilm.My own' })
})

test('doing it again changes nothing', async () => {
  const before = await storedRows()
  await mirrorModel()
  expect(await storedRows()).toEqual(before)
})

test('rows that no longer agree with the model are corrected', async () => {
  const before = await storedRows()
  await UPDATE.entity('saga.Entities_columns').set({ type: 'old' }).where({ up__name: 'SagaFilm.Film', name: 'title' })
  await DELETE.from('saga.Entities_columns').where({ up__name: 'saga.Planet', name: 'ID' })
  await DELETE.from('saga.Entities').where({ name: 'saga.Film' })
  await INSERT.into('saga.Entities').entries({ name: 'SagaFilm.Gone', isModel: true, columns: [{ name: 'x' }] })
  await mirrorModel()
  expect(await storedRows()).toEqual(before)
})

test('a row of a user that has the name of a served entity is kept as it is', async () => {
  const before = await storedRows()
  await DELETE.from('saga.Entities').where({ name: 'saga.Film' })
  const own = { name: 'saga.Film', columns: [{ name: 'mine', type: 'x', isKey: true }] }
  await INSERT.into('saga.Entities').entries(own)
  const warn = jest.spyOn(cds.log('data-service'), 'warn').mockImplementation(() => undefined)
  await mirrorModel()
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("Entities('saga.Film')"))
  warn.mockRestore()
  expect((await get("/Entities('saga.Film')?$expand=columns")).data).toMatchObject(own)
  expect((await app.PATCH("/odata/v4/-data/Entities('saga.Film')", { columns: [] })).status).toBeLessThan(300)
  await DELETE.from('saga.Entities').where({ name: 'saga.Film' })
  await mirrorModel()
  expect(await storedRows()).toEqual(before)
})

test('a database that fails leaves the server running and the rows as they were', async () => {
  const before = await storedRows()
  await DELETE.from('saga.Entities').where({ name: 'saga.Film' })
  const warn = jest.spyOn(cds.log('data-service'), 'warn').mockImplementation(() => undefined)
  const insert = jest.spyOn(INSERT, 'into').mockImplementation(() => {
    throw new Error('no such table')
  })
  await mirrorModel()
  insert.mockRestore()
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('no such table'))
  warn.mockRestore()
  await mirrorModel()
  expect(await storedRows()).toEqual(before)
})
