import { startEmptyApp } from '../../support/app.ts'
import { ways } from '../../support/odata.ts'

const app = startEmptyApp()
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString('base64'))

describe.each(ways(app, 'SagaFilm'))('a $skiptoken, %s', (_, ask) => {
  test.each(['foo', '-5', encoded('{}'), encoded('{"c":1}'), encoded('$rows=x&$offset=y'), encoded('null')])(
    'that is %s was never given out, so it is refused',
    async (token) => {
      const { status, body } = await ask('GET', `Film?$skiptoken=${token}`)
      expect([status, body.error.code]).toEqual([400, 'INVALID_SKIPTOKEN'])
    },
  )

  test.each(['2', encoded('$rows=3&$offset=2')])('of a next link is taken: %s', async (token) => {
    expect((await ask('GET', `Film?$skiptoken=${token}`)).status).toBe(200)
  })
})
