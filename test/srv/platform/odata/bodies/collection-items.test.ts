import { borrowEmptyApp } from '../../../../support/borrowed-server.ts'
import { ways } from '../../../../support/odata.ts'

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
    expect((await ask('POST', 'People', { body: { name: 'x', films: [] } })).status).toBe(201)
  })
})
