import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

test.each([{}, { 'content-type': 'application/json' }])(
  'a record is not created from nothing, with %j',
  async (headers) => {
    const { status, body } = await send(app, 'POST', '/odata/v4/SagaFilm/People', {
      headers: headers as Record<string, string>,
    })
    expect([status, body.error.code]).toEqual([400, 'INVALID_BODY'])
  },
)

describe.each(ways(app, 'SagaFilm'))('%s', (_, ask) => {
  test('a record is not created from nothing, but a draft from {}, and an action needs no body', async () => {
    expect((await ask('POST', 'People')).status).toBe(400)
    const { status, body } = await ask('POST', 'Film', { body: {} })
    expect(status).toBe(201)
    const prepare = `Film(ID=${body.ID},IsActiveEntity=false)/SagaFilm.draftPrepare`
    expect((await ask('POST', prepare)).status).toBe(200)
  })
})
