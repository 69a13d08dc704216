import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()
const PEOPLE = '/odata/v4/SagaFilm/People'

const post = async (type: string | undefined, body?: string): Promise<unknown[]> => {
  const headers = { ...(type && { 'content-type': type }) }
  const answer = await send(app, 'POST', PEOPLE, { headers, ...(body !== undefined && { body }) })
  return [answer.status, answer.body.error?.code]
}

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx'])(
  'a record is not created from %s, which forms of other sites can send',
  async (type) => {
    expect(await post(type, '{"name":"x"}')).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  },
)

test('in pieces, without a length, it is no other', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":"x"}'))
      controller.close()
    },
  })
  const headers = { 'content-type': 'text/plain' }
  const options = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  expect((await fetch((app as unknown as { url: string }).url + PEOPLE, options)).status).toBe(415)
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;odata.metadata=minimal'])(
  'a record is created from %s',
  async (type) => {
    expect(await post(type, '{"name":"x"}')).toEqual([201, undefined])
  },
)
