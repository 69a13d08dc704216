import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { belowService, ways } from '../../../../../support/odata.ts'

const app = borrowApp()
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString('base64'))

describe.each(ways(app, 'SagaFilm'))('a $skiptoken, %s', (_, ask) => {
  const given = encoded('$rows=3&$offset=2')
  const condition = { k: 'title', v: 'x', a: true }

  test.each([
    ...['foo', '-5', '1e3', '2.0', '%202%20x', '', '%E2%80%832x'].map((token) => [token, token]),
    ...['{}', '{"c":1}', '$rows=x&$offset=y', '$rows=-1&$offset=2', 'null', '[null]', '{"r":1,"c":[null]}']
      .concat('{"r":1,"c":[]}', '{"r":1,"c":[{"k":"title","v":{"a":1},"a":true}]}', '{"r":1,"c":[{"k":"toString"}]}')
      .map((text) => [text, encoded(text)]),
    ...[1, 100].map((count) => [
      `${count} conditions`,
      encoded(JSON.stringify({ r: 1, c: Array.from({ length: count }, () => condition) })),
    ]),
    ['cut', given.replace('%3D', '')],
    ['cut further', given.slice(0, 8)],
    ['too long', `${given}%3D`],
  ])('that is %s was never given out, so it is refused', async (_, token) => {
    for (const name of ['$skiptoken', '%24%73kiptoken']) {
      const { status, body, text } = await ask('GET', `Film?$select=ID&${name}=${token}`)
      expect([status, body.error.code]).toEqual([400, 'INVALID_SKIPTOKEN'])
      expect(text).not.toMatch(/undefined|decoded|JSON/)
    }
  })

  test('inside an expand is none either', async () => {
    const { status } = await ask('GET', `Film?$expand=characters($skiptoken=${encoded('[null]')})`)
    expect(status).toBe(400)
  })

  test.each(['$rows=3&$offset=1', '$rows=2&$offset=2', '$rows=3&$offset=20', '$rows=900&$offset=2'])(
    'for other rows than $top and $skip ask for is refused: %s',
    async (token) => {
      expect((await ask('GET', `Film?$top=4&$skip=1&$skiptoken=${encoded(token)}`)).status).toBe(400)
    },
  )

  test.each(['', '$top=5&', '$top=4&$skip=1&'])('of each link leads on to the last page: %s', async (options) => {
    const expected = (await ask('GET', `Film?${options}$select=ID`)).body.value
    const rows: unknown[] = []
    let next: string | undefined = `Film?${options}$select=ID`
    for (let pages = 0; next && pages < 10; pages++) {
      const { status, body } = await ask('GET', next, { headers: { prefer: 'maxpagesize=2' } })
      expect(status).toBe(200)
      rows.push(...body.value)
      next = body['@odata.nextLink'] && belowService(body['@odata.nextLink'])
    }
    expect(rows).toEqual(expected)
  })

  test.each(['2', encoded('$rows=3&$offset=2')])('of a next link is taken: %s', async (token) => {
    expect((await ask('GET', `Film?$skiptoken=${token}`)).status).toBe(200)
  })
})
