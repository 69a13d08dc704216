import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

beforeAll(async () => {
  const post = (path: string, body: object) => send(app, 'POST', `/odata/v4/${path}`, { body })
  const { body: person } = await post('SagaFilm/People', { name: 'A person' })
  await post('SagaFilm/Film', { title: 'A film', IsActiveEntity: true, characters: [{ people_ID: person.ID }] })
  const { body: film } = await post('SagaFilm/Film', { title: 'B film', IsActiveEntity: true })
  await post(`SagaFilm/Film(ID=${film.ID},IsActiveEntity=true)/draftEdit`, {})
  await post('-data/Entities', { name: 'E', columns: [{ name: 'c' }] })
})

describe.each(ways(app, 'SagaFilm'))('counts and times, %s', (_, ask) => {
  test('$count=true gives the same number under both names', async () => {
    const { body } = await ask('GET', 'Film?$count=true&$top=1')
    expect([body['@odata.count'], body['@count'], body.value.length]).toEqual([2, 2, 1])
  })

  test('nothing is counted unless asked for', async () => {
    const { body } = await ask('GET', 'Film?$count=false')
    expect(Object.keys(body)).toEqual(['@odata.context', 'value'])
  })

  test('in navigations, and for an option that is percent-encoded', async () => {
    const film = (await ask('GET', "Film?$filter=title eq 'A film'")).body.value[0]
    const { body } = await ask('GET', `Film(ID=${film.ID},IsActiveEntity=true)/characters?%24count=true`)
    expect([body['@odata.count'], body['@count']]).toEqual([1, 1])
  })

  test('in $expand, at any depth, as numbers', async () => {
    const path =
      "Film?$filter=title eq 'A film'&$expand=characters($count=true;$expand=people($expand=films($count=true)))"
    const [film] = (await ask('GET', path)).body.value
    expect([film['characters@odata.count'], film['characters@count']]).toEqual([1, 1])
    expect(film.characters[0].people['films@odata.count']).toBe(1)
    expect(film.characters[0].people['films@count']).toBe(1)
  })

  test('as strings for a client that asks for IEEE754Compatible=true', async () => {
    const headers = { accept: 'application/json;IEEE754Compatible=true' }
    const answer = await ask('GET', 'Film?$count=true&$expand=characters($count=true)', { headers })
    expect([answer.body['@odata.count'], answer.body['@count']]).toEqual(['2', '2'])
    expect(answer.body.value[0]['characters@count']).toEqual(expect.any(String))
    expect(answer.headers['content-type']).toMatch(/ieee754compatible=true/i)
  })

  test.each(['$expand=DraftAdministrativeData', '$expand=*'])('%s shows times with seven digits', async (option) => {
    const { body } = await ask('GET', `Film?$filter=IsActiveEntity eq false&${option}`)
    const { CreationDateTime, LastChangeDateTime } = body.value[0].DraftAdministrativeData
    for (const time of [CreationDateTime, LastChangeDateTime]) expect(time).toMatch(/^[\d-]{10}T[\d:]{8}\.\d{7}Z$/)
  })

  test('so does the navigation, also to one property', async () => {
    const [{ ID }] = (await ask('GET', 'Film?$filter=IsActiveEntity eq false')).body.value
    const path = `Film(ID=${ID},IsActiveEntity=false)/DraftAdministrativeData`
    const { body } = await ask('GET', path)
    expect(body.CreationDateTime).toMatch(/\.\d{7}Z$/)
    expect(body.LastChangeDateTime).toMatch(/\.\d{7}Z$/)
  })
})

describe.each(ways(app, '-data'))('counts of metadata, %s', (_, ask) => {
  test('are numbers under both names, in $expand too', async () => {
    const { body } = await ask('GET', "Entities?$count=true&$filter=name eq 'E'&$expand=columns($count=true)")
    expect([body['@odata.count'], body['@count']]).toEqual([1, 1])
    expect([body.value[0]['columns@odata.count'], body.value[0]['columns@count']]).toEqual([1, 1])
  })
})

test('the episode service counts under both names', async () => {
  const { body } = await send(app, 'GET', '/odata/v4/SagaEpisode/Shows?$count=true')
  expect(body['@count']).toBe(body['@odata.count'])
  expect(body['@count']).toEqual(expect.any(Number))
})
