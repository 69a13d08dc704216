import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

beforeAll(async () => {
  await send(app, 'POST', '/odata/v4/SagaFilm/Film', { body: { title: 'A film', IsActiveEntity: true } })
})

describe.each(ways(app, 'SagaFilm'))('Formats of data, %s', (_, ask) => {
  test.each([
    'application/xml',
    'image/png',
    'application/json;odata.metadata=most',
    'application/json;q=0',
    'text/html',
    ';',
  ])('Accept: %s gets 406', async (accept) => {
    const { status, body } = await ask('GET', 'Film', { headers: { accept } })
    expect([status, body.error.code]).toEqual([406, 'NOT_ACCEPTABLE'])
  })

  test.each([
    '*/*',
    'application/*',
    'application/json',
    'application/json;charset=utf-8',
    'application/xml, application/json;q=0.5',
    'application/json;odata.metadata=most, application/json;q=0.1',
    'application/json;odata.metadata=full',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=true',
    'application/json;metadata=minimal',
  ])('Accept: %s gets JSON', async (accept) => {
    const { status, headers, body } = await ask('GET', 'Film', { headers: { accept } })
    expect([status, body.value.length]).toEqual([200, 1])
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  test('odata.metadata=none leaves out all control information but counts and links', async () => {
    const headers = { accept: 'application/json;odata.metadata=none' }
    const list = await ask('GET', 'Film?$count=true&$expand=characters($count=true)', { headers })
    expect(Object.keys(list.body).sort()).toEqual(['@count', '@odata.count', 'value'])
    expect(Object.keys(list.body.value[0])).toContain('characters@odata.count')
    expect(list.headers['content-type']).toMatch(/odata\.metadata=none/)
    const { ID } = list.body.value[0]
    const film = await ask('GET', `Film(ID=${ID},IsActiveEntity=true)?$select=title`, { headers })
    expect(film.body).toEqual({ ID, title: 'A film', IsActiveEntity: true })
  })

  test('$format outweighs Accept', async () => {
    const headers = { accept: 'application/xml' }
    for (const format of ['json', 'JSON', 'application/json', 'application/json;odata.metadata=minimal'])
      expect((await ask('GET', `Film?$format=${format}`, { headers })).status).toBe(200)
    const { body } = await ask('GET', 'Film?$format=application/json;odata.metadata=none')
    expect(Object.keys(body)).toEqual(['value'])
  })

  test.each(['xml', 'atom', 'application/json;odata.metadata=most', 'image/png'])(
    '$format=%s gets 406, as it means the same as Accept',
    async (format) => {
      expect((await ask('GET', `Film?$format=${format}`)).status).toBe(406)
    },
  )

  test('$format without a value gets 400', async () => {
    expect((await ask('GET', 'Film?$format=')).status).toBe(400)
  })

  test.each([
    ['4.0', 'application/json;odata.metadata=minimal;IEEE754Compatible=true;charset=utf-8'],
    ['4.01', 'application/json;metadata=minimal;IEEE754Compatible=true;charset=utf-8'],
  ])('the type of an answer of %s names its parameters as that version does', async (version, type) => {
    const headers = { accept: 'application/json;IEEE754Compatible=true', 'odata-maxversion': version }
    expect((await ask('GET', 'Film', { headers })).headers['content-type']).toBe(type)
  })

  test('raw values and counts are text for everybody', async () => {
    for (const accept of ['application/json', 'text/plain', '*/*']) {
      const { status, text } = await ask('GET', 'Film/$count', { headers: { accept } })
      expect([status, text]).toEqual([200, '1'])
    }
  })

  test('what cannot be answered is not done', async () => {
    const headers = { accept: 'application/xml' }
    expect((await ask('POST', 'Film', { headers, body: { title: 'x', IsActiveEntity: true } })).status).toBe(406)
    expect((await ask('GET', 'Film/$count')).text).toBe('1')
  })
})

describe('formats of $metadata', () => {
  const metadata = (accept: string, query = '', version = '4.0') =>
    send(app, 'GET', `/odata/v4/SagaFilm/$metadata${query}`, { headers: { accept, 'odata-maxversion': version } })

  test('XML and JSON', async () => {
    expect((await metadata('application/xml')).headers['content-type']).toMatch(/^application\/xml/)
    expect((await metadata('*/*', '?$format=json')).body.$Version).toBe('4.0')
    expect((await metadata('*/*')).headers['content-type']).toMatch(/^application\/xml/)
  })

  test.each(['application/json', 'application/json;q=0.9, application/xml;q=0.8', 'application/json, */*'])(
    '%s means JSON to clients of 4.01, and XML to those of 4.0, who say it for data',
    async (accept) => {
      expect((await metadata(accept, '', '4.01')).body.$Version).toBe('4.01')
      expect((await metadata(accept)).headers['content-type']).toMatch(/^application\/xml/)
      expect((await metadata(accept, '?$format=json')).body.$Version).toBe('4.0')
    },
  )

  test.each(['application/xml, application/json', '*/*', 'application/json;q=0.1, application/xml'])(
    '%s means XML to all',
    async (accept) => {
      expect((await metadata(accept, '', '4.01')).headers['content-type']).toMatch(/^application\/xml/)
    },
  )

  test('and no others', async () => {
    expect((await metadata('image/png')).status).toBe(406)
    expect((await metadata('*/*', '?$format=png')).status).toBe(406)
  })
})
