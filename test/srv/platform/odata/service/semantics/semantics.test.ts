import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { client, type ErrorBody } from '../../../../../support/client.ts'

const app = borrowApp()

test('values of type UUID are UUIDs, in bodies as in links', async () => {
  const film = client(app, 'SagaFilm')
  for (const [set, body, target] of [
    ['People', { ID: 'luke', name: 'x' }, 'ID'],
    ['People', { name: 'x', homeworld_ID: 'tatooine' }, 'homeworld_ID'],
    ['Film', { title: 'x', IsActiveEntity: true, characters: [{ people_ID: 'luke' }] }, 'people_ID'],
  ] as const) {
    const { status, data } = await film.post<ErrorBody>(set, body)
    expect([status, data.error.code]).toEqual([400, 'ASSERT_DATA_TYPE'])
    expect(data.error.target).toContain(target)
  }
})

test.each(['SagaFilm', 'SagaEpisode', '-data'])('%s understands searches', async (service) => {
  const set = { SagaFilm: 'Film', SagaEpisode: 'Shows', '-data': 'Entities' }[service]!
  expect((await client(app, service).get(`${set}?$search=a%20OR`)).status).toBe(400)
  expect((await client(app, service).get(`${set}?$search=a%20OR%20b`)).status).toBe(200)
})
