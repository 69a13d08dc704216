import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send, sendJsonBatch, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()
const ID = '11111111-1111-4111-8111-111111111111'

describe.each(['SagaFilm', 'SagaEpisode', '-data'])('the URLs of %s', (service) => {
  describe.each(ways(app, service))('%s', (_, ask) => {
    test.each(['%', 'x%zz', '%C0%80', '%E0%A4%A', '$metadata?a=%', "x?$filter=title eq '%ff'"])(
      '"%s" cannot be decoded, so it is refused with 400',
      async (path) => {
        const { status, body } = await ask('GET', path)
        expect([status, body.error.code]).toEqual([400, 'INVALID_URL'])
      },
    )

    test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty(1)', '__proto__/x', 'valueOf/__proto__'])(
      '"%s" is not found',
      async (path) => {
        expect((await ask('GET', path)).status).toBe(404)
      },
    )
  })

  test.each(['x(\ud800)', '\udfff', "x?$filter=title eq '\ud800'"])(
    '%j is half a character, and refused in a batch',
    async (url) => {
      const { body } = await sendJsonBatch(app, service, [{ id: '1', method: 'GET', url }])
      expect(body.responses[0]).toMatchObject({ status: 400, body: { error: { code: 'INVALID_URL' } } })
    },
  )

  test('leave the server alive', async () => {
    expect((await send(app, 'GET', `/odata/v4/${service}/`)).status).toBe(200)
  })
})

describe.each(ways(app, 'SagaFilm'))('paths, %s', (_, ask) => {
  test.each(['Film/', 'Film/?$top=1', 'directors/', '$metadata/', 'Film(ID=%s,IsActiveEntity=true)/characters/'])(
    'the slash at the end of "%s" is passed over',
    async (path) => {
      const { body: film } = await ask('POST', 'Film', { body: { title: 'x', IsActiveEntity: true } })
      expect((await ask('GET', path.replace('%s', film.ID))).status).toBe(200)
    },
  )

  test.each(['toString', 'constructor', '__proto__', 'valueOf()'])('a record has no property "%s"', async (name) => {
    expect((await ask('GET', `Film(ID=${ID},IsActiveEntity=true)/${name}`)).status).toBe(404)
    expect((await ask('GET', `Film/${name}`)).status).toBe(404)
  })
})
