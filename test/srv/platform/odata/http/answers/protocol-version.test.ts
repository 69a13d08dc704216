import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('Protocol versions, %s', (_, ask) => {
  test.each([
    ['odata-maxversion', '3.0'],
    ['odata-maxversion', '2.0'],
    ['odata-maxversion', 'abc'],
    ['odata-version', '3.0'],
    ['odata-version', '5.0'],
    ['odata-version', 'abc'],
  ])('%s: %s fails with 400', async (name, value) => {
    const { status, body } = await ask('GET', 'Film', { headers: { [name]: value } })
    expect([status, body.error.code]).toEqual([400, 'UNSUPPORTED_ODATA_VERSION'])
  })

  test.each([
    [{}, '4.0'],
    [{ 'odata-maxversion': '4.0' }, '4.0'],
    [{ 'odata-version': '4.0' }, '4.0'],
    [{ 'odata-version': '4.01', 'odata-maxversion': '4.0' }, '4.0'],
    [{ 'odata-maxversion': '4.01' }, '4.01'],
    [{ 'odata-maxversion': '5.0' }, '4.01'],
    [{ 'odata-version': '4.01' }, '4.01'],
    [{ 'odata-version': '4.0', 'odata-maxversion': '4.01' }, '4.01'],
  ])('%j is answered as OData %s, errors too', async (headers, version) => {
    for (const path of ['Film', 'Film/$count', 'Nope', 'Film?$foo=1'])
      expect([path, (await ask('GET', path, { headers })).headers['odata-version']]).toEqual([path, version])
  })

  test('control information of 4.01 has no prefix, and the context stays the first', async () => {
    await ask('POST', 'Film', { body: { title: 'Of both versions', IsActiveEntity: true } })
    const headers = { 'odata-maxversion': '4.01' }
    const path = "Film?$filter=title eq 'Of both versions'&$count=true&$expand=characters($count=true)"
    const { body, text } = await ask('GET', path, { headers })
    expect(Object.keys(body).sort()).toEqual(['@context', '@count', 'value'])
    expect(Object.keys(body)[0]).toBe('@context')
    expect(body.value[0]).toMatchObject({ 'characters@count': 0, '@etag': expect.any(String) as string })
    expect(text).not.toContain('odata.')
  })

  test.each(['Nope', '%', '__proto__', 'Film?$foo=1'])('the refusal of %s has a version as well', async (path) => {
    expect((await ask('GET', path)).headers['odata-version']).toBe('4.0')
  })
})
