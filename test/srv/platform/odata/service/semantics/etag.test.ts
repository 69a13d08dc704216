import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { client, type Row, withQuery } from '../../../../../support/client.ts'

const app = borrowApp()
const film = client(app, 'SagaFilm')
const STALE = 'W/"2001-01-01T00:00:00.000Z"'

async function created(): Promise<{ path: string; etag: string }> {
  const { data } = await film.post('Film', { title: 'Versioned', IsActiveEntity: true })
  const path = `Film(ID=${String(data['ID'])},IsActiveEntity=true)`
  return { path, etag: String(data['@odata.etag']) }
}

const etagOf = async (path: string): Promise<string> => String((await film.get(path)).data['@odata.etag'])

test('films carry an ETag, in collections, expands and headers', async () => {
  const { path, etag } = await created()
  expect(etag).toMatch(/^W\/".+"$/)
  const { data, headers } = await film.get(path)
  expect([data['@odata.etag'], headers['etag']]).toEqual([etag, etag])
  const [link] = await film.rows('Film2People?$top=1&$expand=film')
  expect((link!['film'] as Row)['@odata.etag']).toMatch(/^W\//)
})

test('the property behind it is shown only when selected', async () => {
  const [row] = await film.rows('Film?$select=title&$top=1')
  expect(row).not.toHaveProperty('modifiedAt')
  expect(row).toHaveProperty(['@odata.etag'])
  const [link] = await film.rows('Film2People?$top=1&$select=ID&$expand=film($select=title)')
  expect(link!['film']).not.toHaveProperty('modifiedAt')
  const [selected] = await film.rows('Film?$select=title,modifiedAt&$top=1')
  expect(selected).toHaveProperty('modifiedAt')
})

test('a change without If-Match is done, with the current ETag as well, with an old one it is 412', async () => {
  const { path, etag } = await created()
  await new Promise((done) => setTimeout(done, 5))
  expect((await film.patch(path, { director: 'A' })).status).toBeLessThan(300)
  const current = await etagOf(path)
  expect(current).not.toBe(etag)
  expect((await film.patch(path, { director: 'B' }, { 'if-match': etag })).status).toBe(412)
  expect((await film.put(path, { title: 'B' }, { 'if-match': STALE })).status).toBe(412)
  expect((await film.remove(path, { 'if-match': STALE })).status).toBe(412)
  expect((await film.patch(path, { director: 'C' }, { 'if-match': current })).status).toBeLessThan(300)
  expect((await film.get(path)).data).toMatchObject({ director: 'C' })
  expect((await film.remove(path, { 'if-match': '*' })).status).toBe(204)
})

test('a read with If-None-Match is 304 while nothing has changed', async () => {
  const { path, etag } = await created()
  expect((await film.get(path, { 'if-none-match': etag })).status).toBe(304)
  expect((await film.get(`${path}?$select=title`, { 'if-none-match': etag })).status).toBe(304)
  await new Promise((done) => setTimeout(done, 5))
  await film.patch(path, { director: 'A' })
  expect((await film.get(path, { 'if-none-match': etag })).status).toBe(200)
})

test('drafts go their way with and without If-Match', async () => {
  const { path, etag } = await created()
  const draft = path.replace('true', 'false')
  expect((await film.post(`${path}/SagaFilm.draftEdit`, {}, { 'if-match': STALE })).status).toBe(412)
  expect((await film.post(`${path}/SagaFilm.draftEdit`, {}, { 'if-match': etag })).status).toBe(201)
  expect((await film.patch(draft, { title: 'A' }, { 'if-match': await etagOf(draft) })).status).toBeLessThan(300)
  expect((await film.patch(draft, { title: 'B' })).status).toBeLessThan(300)
  expect((await film.post(`${draft}/SagaFilm.draftPrepare`)).status).toBe(200)
  expect((await film.post(`${draft}/SagaFilm.draftActivate`)).status).toBe(200)
  expect((await film.post(`${path}/SagaFilm.draftEdit`)).status).toBe(201)
  expect((await film.remove(draft)).status).toBe(204)
})

test('PUT creates where there is nothing yet', async () => {
  const path = 'Film(ID=00000000-0000-4000-8000-0000000000e1,IsActiveEntity=true)'
  expect((await film.put(path, { title: 'Put' })).status).toBe(201)
  expect((await film.rows(withQuery('Film', { filter: "title eq 'Put'" }))).length).toBe(1)
})
