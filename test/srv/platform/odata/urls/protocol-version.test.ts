import { borrowEmptyApp } from '../../../../support/borrowed-server.ts'
import { ways } from '../../../../support/odata.ts'

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
    ['odata-maxversion', '4.0'],
    ['odata-maxversion', '4.01'],
    ['odata-maxversion', '5.0'],
    ['odata-version', '4.0'],
    ['odata-version', '4.01'],
  ])('%s: %s is answered as OData 4.0', async (name, value) => {
    const { status, headers } = await ask('GET', 'Film', { headers: { [name]: value } })
    expect([status, headers['odata-version']]).toEqual([200, '4.0'])
  })

  test.each(['Nope', '%', '__proto__', 'Film?$foo=1'])('the refusal of %s has a version as well', async (path) => {
    expect((await ask('GET', path)).headers['odata-version']).toBe('4.0')
  })
})
