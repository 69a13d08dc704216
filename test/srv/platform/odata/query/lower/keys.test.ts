import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const ID = '11111111-1111-4111-8111-111111111111'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('keys, %s', (_, ask) => {
  test.each([
    'Film(abc)',
    "Film('abc')",
    'Film(1)',
    'Film/abc',
    'Film(ID=null,IsActiveEntity=true)',
    'Film(ID=abc,IsActiveEntity=true)',
    `Film(ID=${ID},IsActiveEntity=maybe)`,
    `Film(ID=${ID},IsActiveEntity=1)`,
    `Film(ID=${ID},IsActiveEntity='yes')`,
    `Film(ID=${ID},IsActiveEntity=true)/characters(abc)`,
    'People(abc)',
    `People(${ID})/films(ID=abc,IsActiveEntity=true)`,
  ])('%s is refused with 400', async (path) => {
    const { status, body } = await ask('GET', path)
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/ID|IsActiveEntity/)
  })

  test('an ID that is no GUID is refused in bodies, of drafts and active records, at any depth', async () => {
    const bodies = [
      { ID: 'abc', title: 'x' },
      { ID: 'abc', title: 'x', IsActiveEntity: true },
      { title: 'x', IsActiveEntity: true, characters: [{ ID: 'abc' }] },
      { title: 'x', IsActiveEntity: true, characters: [{ people_ID: 'abc' }] },
    ]
    for (const body of bodies) {
      const created = await ask('POST', 'Film', { body })
      expect([created.status, created.text]).toEqual([400, expect.stringContaining('ASSERT_DATA_TYPE')])
    }
    const person = await ask('POST', 'People', { body: { name: 'x', homeworld_ID: 'xx' } })
    expect([person.status, person.body.error.target]).toEqual([400, 'homeworld_ID'])
  })

  test('quoted booleans and GUIDs address records, links and actions', async () => {
    const { body: film } = await ask('POST', 'Film', { body: { title: 'x', IsActiveEntity: true } })
    for (const value of ['true', "'true'"]) {
      const path = `Film(ID='${film.ID}',IsActiveEntity=${value})`
      expect((await ask('GET', path)).status).toBe(200)
      expect((await ask('GET', `${path}/characters`)).status).toBe(200)
    }
    const edit = await ask('POST', `Film(ID=${film.ID},IsActiveEntity='true')/SagaFilm.draftEdit`, { body: {} })
    expect(edit.status).toBe(201)
    const prepare = await ask('POST', `Film(ID=${film.ID},IsActiveEntity='false')/draftPrepare`, { body: {} })
    expect(prepare.status).toBe(200)
  })
})
