import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('a collection in a body, %s', (_, ask) => {
  test.each([
    ['People', { name: 'x', films: [null] }, 'films[0]'],
    ['People', { name: 'x', films: [{}, []] }, 'films[1]'],
    ['Film', { title: 'x', characters: [null] }, 'characters[0]'],
    [
      'Film',
      { title: 'x', IsActiveEntity: true, characters: [{ people: { films: [[]] } }] },
      'characters[0]/people/films[0]',
    ],
  ])('of %s must hold records: %j', async (set, body, target) => {
    const answer = await ask('POST', set, { body })
    expect([answer.status, answer.body.error.code, answer.body.error.target]).toEqual([400, 'ASSERT_DATA_TYPE', target])
  })

  test('may be empty', async () => {
    expect((await ask('POST', 'Film', { body: { title: 'x', characters: [] } })).status).toBe(201)
  })
})

describe.each(ways(app, 'SagaFilm'))('@odata.bind, %s', (_, ask) => {
  test.each([5, true, {}, ['Planet(x)'], 'nothing', ''])('with the value %j is refused with 400', async (value) => {
    const { status } = await ask('POST', 'People', { body: { name: 'x', 'homeworld@odata.bind': value } })
    expect(status).toBe(400)
  })

  test('binds a person to the planet at a URL, and to none', async () => {
    const { body: planet } = await ask('POST', 'Planet', { body: { name: 'x' } })
    const bind = async (value: unknown) =>
      (await ask('POST', 'People', { body: { name: 'x', 'homeworld@odata.bind': value } })).body.homeworld_ID
    const { ID } = planet as { ID: string }
    const paths = [
      `Planet(${ID})`,
      `Planet(ID=${ID.toUpperCase()})`,
      `Planet/${ID}`,
      `/odata/v4/SagaFilm/Planet(${ID})`,
    ]
    for (const url of [...paths, `/Planet(${ID})`]) expect([url, await bind(url)]).toEqual([url, ID])
    expect(await bind(null)).toBeNull()
  })

  test.each([
    'Species(1)',
    'Planet',
    'Planet(1)',
    'Planet()',
    'Nothing(1)',
    '//Planet(1)',
    'https://else.example/Planet(1)',
  ])('%s is no URL of a planet', async (url) => {
    const { status, body } = await ask('POST', 'People', { body: { name: 'x', 'homeworld@odata.bind': url } })
    expect([status, body.error.code, body.error.target]).toEqual([400, 'INVALID_BODY', 'homeworld'])
  })
})

describe.each(ways(app, 'SagaFilm'))('what nothing would come of is refused, %s', (_, ask) => {
  const film = async (isActive: boolean): Promise<string> => {
    const { body } = await ask('POST', 'Film', { body: { title: 'x', IsActiveEntity: isActive } })
    return `Film(ID=${String(body.ID)},IsActiveEntity=${String(isActive)})`
  }
  const refusal = async (method: string, path: string, body: object): Promise<unknown[]> => {
    const { status, body: answer } = await ask(method, path, { body })
    return [status, answer?.error?.target]
  }

  test('in a record', async () => {
    const { body: planet } = await ask('POST', 'Planet', { body: { name: 'x' } })
    const { body: person } = await ask('POST', 'People', { body: { name: 'x' } })
    const url = `Planet(${String(planet.ID)})`
    for (const [body, target] of [
      [{ films: [] }, 'films'],
      [{ films: null }, 'films'],
      [{ 'films@odata.bind': [] }, 'films'],
      [{ 'films@odata.delta': [] }, 'films'],
      [{ 'hair_color@odata.bind': url }, 'hair_color'],
      [{ 'nothing@odata.bind': url }, 'nothing'],
      [{ '@odata.removed': {} }, undefined],
      [{ homeworld: { ID: planet.ID, name: 'y' } }, 'homeworld/name'],
      [{ homeworld: { '@id': url, name: 'y' } }, 'homeworld/name'],
      [{ 'homeworld@odata.bind': url, homeworld_ID: person.ID }, 'homeworld'],
    ] as const) {
      expect([body, await refusal('PATCH', `People(${String(person.ID)})`, body)]).toEqual([body, [400, target]])
      expect([body, await refusal('POST', 'People', { name: 'x', ...body })]).toEqual([body, [400, target]])
    }
    expect(await refusal('PATCH', await film(true), { characters: null })).toEqual([400, 'characters'])
    const plain = { 'homeworld@bind': url, 'name@odata.type': '#String', '@my.note': 1 }
    expect((await ask('POST', 'People', { body: { name: 'x', ...plain } })).body.homeworld_ID).toBe(planet.ID)
  })

  test('beside the value of a property', async () => {
    const path = `${await film(true)}/director`
    expect(await refusal('PUT', path, { value: 'x', other: 1 })).toEqual([400, 'director'])
    expect(await refusal('PUT', path, {})).toEqual([400, 'director'])
    expect((await ask('PUT', path, { body: { value: 'x', '@odata.context': 'any' } })).status).toBeLessThan(300)
  })

  test('as a parameter of an action', async () => {
    const [active, draft] = [await film(true), await film(false)]
    for (const [path, body] of [
      [`${active}/SagaFilm.draftEdit`, { PreserveChanges: 'x' }],
      [`${active}/SagaFilm.draftEdit`, { preserveChanges: true }],
      [`${active}/draftEdit`, { nothing: {} }],
      [`${draft}/SagaFilm.draftPrepare`, { SideEffectsQualifier: 5 }],
      [`${draft}/SagaFilm.draftPrepare`, { nothing: 1 }],
      [`${draft}/SagaFilm.draftPrepare`, { 'nothing@odata.bind': 'Film(1)' }],
      [`${draft}/SagaFilm.draftActivate`, { nothing: 1 }],
    ] as const)
      expect([path, body, (await ask('POST', path, { body })).status]).toEqual([path, body, 400])
    expect((await ask('POST', `${active}/SagaFilm.draftEdit`, { body: { PreserveChanges: true } })).status).toBe(201)
  })
})
