/** The guard in front of everything, seen from outside. */
import { borrowApp } from '../../support/borrowed-server.ts'
import { send, sendJsonBatch } from '../../support/odata.ts'
import { basic } from '../../support/users.ts'

const app = borrowApp()

const record = { name: 'x' }
const writeFrom = (headers: Record<string, string>, path = '/odata/v4/SagaFilm/Planet') =>
  send(app, 'POST', path, { headers, body: record })

describe('headers', () => {
  const PAGES = ['/', '/health', '/nothing', '/odata/v4/SagaFilm/', '/odata/v4/SagaFilm/%', '/api/v1/x', '/openapi/']

  test.each(PAGES)('%s has those that make browsers careful', async (path) => {
    const { headers } = await send(app, 'GET', path)
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-correlation-id': expect.stringMatching(/^[\w-]{36}$/),
      'content-security-policy': expect.stringMatching(/script-src 'self'(?!.*unsafe-eval)/),
    })
    expect(Object.keys(headers)).not.toContain('x-powered-by')
  })

  test('are these, and no others', async () => {
    const { headers } = await send(app, 'GET', '/health')
    const { date, 'x-correlation-id': id, ...rest } = headers
    expect([typeof date, typeof id]).toEqual(['string', 'string'])
    expect(rest).toMatchSnapshot()
  })

  test('the policy of pages allows styles inline, no script inline, and nothing from elsewhere', async () => {
    const { headers } = await send(app, 'GET', '/')
    const policy = headers['content-security-policy'] ?? ''
    const directives = policy.split(';')
    expect(directives).toContain("script-src 'self'")
    expect(directives).toContain("style-src 'self' 'unsafe-inline'")
    expect(directives).toContain("object-src 'none'")
    expect(policy).not.toMatch(/https?:/)
  })

  test("CAP's preview gets the scripts that it has in its page", async () => {
    const { headers } = await send(app, 'GET', '/$fiori-preview/SagaFilm/Film')
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self' https:\/\/sapui5\.hana\.ondemand\.com 'unsafe-inline'/,
    )
  })

  test('no other site is allowed anything', async () => {
    const { headers } = await send(app, 'GET', '/odata/v4/SagaFilm/', { headers: { origin: 'https://a.example' } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the correlation id', () => {
  test.each(['x-correlation-id', 'x-correlationid', 'x-request-id', 'x-vcap-request-id'])(
    'of a client is kept, from %s',
    async (name) => {
      const { headers } = await send(app, 'GET', '/odata/v4/SagaFilm/', { headers: { [name]: 'abc-1_2' } })
      expect(headers['x-correlation-id']).toBe('abc-1_2')
    },
  )

  test.each(['a'.repeat(65), 'a b', '{"a":1}', '<b>'])('of a client is replaced where it is %j', async (id) => {
    const { headers } = await send(app, 'GET', '/odata/v4/SagaFilm/', { headers: { 'x-correlation-id': id } })
    expect(headers['x-correlation-id']).toMatch(/^[\w-]{36}$/)
  })
})

describe('a write', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
    [{ origin: 'https://a.example' }],
    [{ origin: 'null' }],
  ])('with %j is refused with 403', async (headers) => {
    const { status, body } = await writeFrom(headers)
    expect([status, body.error.code]).toEqual([403, 'CROSS_SITE_REQUEST'])
  })

  test('of a batch or to the administration API is refused as well', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await sendJsonBatch(app, 'SagaFilm', [], headers)).status).toBe(403)
    const { status, body } = await writeFrom(headers, '/api/v1/import')
    expect([status, body.success, body.code]).toEqual([403, false, 'FORBIDDEN'])
  })

  test('of this site, of a person, and of other clients is let through', async () => {
    const sites = [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: app.url }, {}]
    for (const headers of sites) expect((await writeFrom(headers as Record<string, string>)).status).toBe(201)
  })

  test('reads of other sites are let through: their pages do not get the answer', async () => {
    const { status } = await send(app, 'GET', '/odata/v4/SagaFilm/Planet', {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(status).toBe(200)
  })
})

describe('a refusal', () => {
  test('has the error body of OData below /odata', async () => {
    const { status, headers, body } = await send(app, 'GET', '/odata/v4/SagaFilm/%')
    expect([status, body]).toEqual([400, { error: { code: 'INVALID_URL', message: expect.any(String) } }])
    expect([headers['content-type'], headers['odata-version']]).toEqual(['application/json; charset=utf-8', '4.0'])
  })

  test('has the error body of the administration API below /api/v1', async () => {
    const { status, body } = await send(app, 'GET', `/api/v1/tables?schema=${'a'.repeat(9_000)}`)
    expect(status).toBe(400)
    expect(body).toEqual({
      success: false,
      error: 'The request is too large',
      code: 'PAYLOAD_TOO_LARGE',
      details: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test.each(['/api/v1/%', '/api/v1/__proto__', '/api/v1/files/a%00b', '/api/v1/tables?schema=%zz'])(
    'of %s is left to the administration API, which counts it',
    async (path) => {
      const { status, headers, body } = await send(app, 'GET', path, { headers: basic('admin') })
      expect([400, 404]).toContain(status)
      expect(body).toMatchObject({ success: false })
      expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0)
      expect(headers['x-operation-id']).toEqual(expect.any(String))
    },
  )

  test('is plain JSON elsewhere, and no page', async () => {
    for (const path of ['/%', '/nothing', '/app/../x', '/__proto__']) {
      const { status, headers, body } = await send(app, 'GET', path)
      expect([400, 404]).toContain(status)
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(body).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
    }
  })

  test('is 414 for a URL that is too long, and 413 for a body that is', async () => {
    expect((await send(app, 'GET', `/odata/v4/SagaFilm/Film?x=${'a'.repeat(9_000)}`)).status).toBe(414)
    const body = { title: 'x'.repeat(300_000) }
    expect((await send(app, 'POST', '/odata/v4/SagaFilm/Film', { body })).status).toBe(413)
  })

  test('comes before the login is looked at', async () => {
    const headers = basic('nobody', 'wrong')
    expect((await send(app, 'GET', '/odata/v4/SagaFilm/%', { headers })).status).toBe(400)
  })
})
