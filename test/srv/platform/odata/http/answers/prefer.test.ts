import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('PATCH %s', (_, ask) => {
  const createFilm = async (IsActiveEntity: boolean): Promise<string> => {
    const { body } = await ask('POST', 'Film', { body: { title: 'x', IsActiveEntity } })
    return `Film(ID=${body.ID},IsActiveEntity=${IsActiveEntity})`
  }

  test.each([true, false])('answers 204 without a body and without Preference-Applied (active: %s)', async (active) => {
    const film = await createFilm(active)
    const { status, text, headers } = await ask('PATCH', film, { body: { title: 'y' } })
    expect([status, text, headers['preference-applied']]).toEqual([204, '', undefined])
    expect((await ask('GET', film)).body.title).toBe('y')
  })

  test('answers 200 with the record to return=representation', async () => {
    const headers = { prefer: 'return=representation' }
    const answer = await ask('PATCH', await createFilm(false), { headers, body: { title: 'y' } })
    expect([answer.status, answer.body.title]).toEqual([200, 'y'])
    expect(answer.headers['preference-applied']).toBe('return=representation')
  })

  test('tells that return=minimal was applied to a client that sent it', async () => {
    const headers = { prefer: 'handling=strict; return=minimal' }
    const answer = await ask('PATCH', await createFilm(false), { headers, body: { title: 'y' } })
    expect([answer.status, answer.headers['preference-applied']]).toEqual([204, 'return=minimal'])
  })

  test('answers 204 beside other preferences', async () => {
    const headers = { prefer: 'respond-async' }
    const answer = await ask('PATCH', await createFilm(true), { headers, body: { title: 'y' } })
    expect([answer.status, answer.headers['preference-applied']]).toEqual([204, undefined])
  })
})

test.each(['Data', 'Entities'])('PATCH of %s answers 204 too', async (set) => {
  const key = set === 'Data' ? 'dummy' : 'name'
  const body = set === 'Data' ? { record: [] } : { columns: [] }
  await send(app, 'POST', `/odata/v4/-data/${set}`, { body: { [key]: 'm2' } })
  expect((await send(app, 'PATCH', `/odata/v4/-data/${set}('m2')`, { body })).status).toBe(204)
})
