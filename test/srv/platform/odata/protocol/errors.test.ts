import cds from '@sap/cds'
import { published } from '../../../../../srv/platform/odata/protocol/errors.ts'
import { startEmptyApp } from '../../../../support/app.ts'
import { type Answer, send, ways } from '../../../../support/odata.ts'

const app = startEmptyApp()

/** The published error body: nothing more, nothing less, and nothing of the inside. */
const expectErrorBody = ({ headers, text, body }: Answer): void => {
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(Object.keys(body)).toEqual(['error'])
  const { error } = body
  expect([typeof error.code, typeof error.message]).toEqual(['string', 'string'])
  expect(error.code).not.toBe('')
  expect(error.message).not.toBe('')
  expect(['undefined', 'string']).toContain(typeof error.target)
  expect(['undefined', 'object']).toContain(typeof error.innererror)
  expect(text).not.toMatch(/ at .*:\d+:\d+|node_modules|SELECT |INSERT |sqlite|\.drafts|"in\//i)
}

beforeAll(() => {
  const service = cds.services['SagaFilm']!
  service.before('READ', 'directors', () => {
    throw new TypeError("Cannot read properties of undefined (reading 'secret')")
  })
  service.before('READ', 'producers', () => {
    throw Object.assign(new Error('SELECT secret FROM saga_Film'), { query: 'SELECT', code: 'XX000' })
  })
  service.before('READ', 'Starship', (req) => req.reject(401))
  service.before('READ', 'Vehicle', (req) => req.reject(403, 'NOT_FOR_YOU'))
})

describe.each(ways(app, 'SagaFilm'))('Errors %s', (_, ask) => {
  test.each([
    ['GET', 'Nope', 404, undefined],
    ['GET', 'Film?$filter=nope eq 1', 400, undefined],
    ['GET', 'Film?$search="', 400, undefined],
    ['GET', '%', 400, undefined],
    ['GET', 'Vehicle', 403, undefined],
    ['POST', 'Film', 400, { nope: 1 }],
    ['POST', 'Film', 400, { title: 5 }],
    ['POST', 'Film', 400, { IsActiveEntity: true }],
    ['POST', 'directors', 405, { director: 'x' }],
    ['PATCH', 'Film(ID=11111111-1111-4111-8111-111111111111,IsActiveEntity=false)', 404, { title: 'x' }],
  ])('%s %s has the published body (%i)', async (method, path, status, body) => {
    const answer = await ask(method, path, { body })
    expect(answer.status).toBe(status)
    expectErrorBody(answer)
  })

  test('a missing login has the published body', async () => {
    const answer = await ask('GET', 'Starship')
    expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED'])
    expectErrorBody(answer)
  })

  test.each(['directors', 'producers'])(
    'a programming error is told to the log, not to the client, and the server lives on (%s)',
    async (set) => {
      const log = jest.spyOn(console, 'error').mockImplementation(() => undefined)
      const answer = await ask('GET', set)
      expect(log.mock.calls.flat().map(String).join()).toContain('secret')
      log.mockRestore()
      expect([answer.status, answer.body.error.code]).toEqual([500, 'INTERNAL_ERROR'])
      expectErrorBody(answer)
      expect(answer.text).not.toMatch(/secret/)
      expect((await ask('GET', 'Film')).status).toBe(200)
    },
  )

  test('targets are paths in the data, for drafts too', async () => {
    const { body: draft } = await ask('POST', 'Film', { body: { episode_id: 1 } })
    const path = `Film(ID=${draft.ID},IsActiveEntity=false)`
    const activated = await ask('POST', `${path}/draftActivate`, { body: {} })
    expect([activated.status, activated.body.error.target]).toEqual([400, 'title'])
    expectErrorBody(activated)
    const unknown = await ask('PATCH', path, { body: { nope: 1 } })
    expect([unknown.status, unknown.body.error.target]).toEqual([400, undefined])
    expectErrorBody(unknown)
    const wrong = await ask('PATCH', path, { body: { title: 5, release_date: 'never' } })
    expect([wrong.status, wrong.body.error.details.length]).toEqual([400, 2])
    expect(wrong.body.error.details.map(({ target }: { target: string }) => target)).toEqual(['title', 'release_date'])
    expectErrorBody(wrong)
  })
})

describe('errors outside of a service', () => {
  test.each(['/odata/v4/Nope/', '/odata/v4/Nope/Film', '/odata/v4/', '/odata', '/odata/v2/SagaFilm/Film'])(
    '%s has the published body',
    async (path) => {
      const answer = await send(app, 'GET', path)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'SERVICE_NOT_FOUND'])
      expectErrorBody(answer)
    },
  )

  test.each(['/odata/%', '/odata/v4/%zz/Film'])('%s, which cannot be decoded, has the published body', async (path) => {
    const answer = await send(app, 'GET', path)
    expect(Math.floor(answer.status / 100)).toBe(4)
    expectErrorBody(answer)
  })

  test('an Authorization header that is not understood has the published body', async () => {
    const answer = await send(app, 'GET', '/odata/v4/SagaFilm/Film', { headers: { authorization: 'Basic !!!' } })
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')])
    expectErrorBody(answer)
  })

  test.each(['garbage', '--b1\r\n\r\nfoo\r\n--b1--', ''])(
    'a malformed batch has the published body (%j)',
    async (body) => {
      const headers = { 'content-type': 'multipart/mixed;boundary=b1' }
      const answer = await send(app, 'POST', '/odata/v4/-data/$batch', { headers, body })
      expect(answer.status).toBe(400)
      expectErrorBody(answer)
    },
  )
})

describe('the published form', () => {
  const form = (error: object) => published({ code: '', message: '', ...error }, 404, (name) => name === 'S.Film')

  test('never has an empty code or message', () => {
    expect(form({})).toEqual({ code: 'NOT_FOUND', message: 'There is nothing at this address.' })
  })

  test('has an innererror only if it is an object', () => {
    expect(form({ innererror: 'text' })).not.toHaveProperty('innererror')
    expect(form({ innererror: new Error('x') })).not.toHaveProperty('innererror')
    expect(form({ innererror: { a: 1 } })).toHaveProperty('innererror', { a: 1 })
  })

  test('has no target that is an entity, and keeps what annotates the error', () => {
    expect(form({ target: 'S.Film.drafts', '@Common.numericSeverity': 4 })).toEqual({
      code: 'NOT_FOUND',
      message: 'There is nothing at this address.',
      '@Common.numericSeverity': 4,
    })
    expect(form({ target: 'in/title' })).toHaveProperty('target', 'title')
  })
})
