import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

test.each(['Film', 'Film?$count=true', '$metadata', '', 'directors'])(
  'HEAD of "%s" is answered as GET is, without the body',
  async (path) => {
    const get = await send(app, 'GET', `/odata/v4/SagaFilm/${path}`)
    const head = await send(app, 'HEAD', `/odata/v4/SagaFilm/${path}`)
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'odata-version', 'etag'])
      expect(head.headers[name]).toBe(get.headers[name])
  },
)

test('HEAD of what is not there is 404', async () => {
  expect((await send(app, 'HEAD', '/odata/v4/SagaFilm/Nope')).status).toBe(404)
})

test.each(['LINK', 'PROPFIND', 'MERGE'])('%s is refused with 405', async (method) => {
  const { status, headers, body } = await send(app, method, '/odata/v4/SagaFilm/Film')
  expect([status, body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  expect(headers['allow']).toContain('GET')
})
