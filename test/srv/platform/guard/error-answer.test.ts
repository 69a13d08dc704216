import { type Api, apiAt, errorAnswer, type ErrorText, serveApis } from '../../../../srv/platform/guard/error-answer.ts'

const busy: Api = {
  path: '/api/v1',
  errorAnswer: (status, { code }) => ({ status: status === 503 ? 429 : status, headers: {}, body: { own: code } }),
}
const plain: Api = {
  path: '/a.b',
  errorAnswer: (status, { message }) => ({ status, headers: { 'Retry-After': '7' }, body: { message } }),
}
const error: ErrorText = { code: 'CODE', message: 'Why' }

beforeEach(() => serveApis([busy, plain]))

test.each([
  ['/api/v1', busy.path],
  ['/API/V1?x', busy.path],
  ['/api/v1/dbInfo', busy.path],
  ['/api/v11', undefined],
  ['/x/api/v1', undefined],
  ['/a.b/c', plain.path],
  ['/aXb/c', undefined],
  ['', undefined],
])('what is asked for at %s is of %s', (url, path) => {
  expect(apiAt(url)?.path).toBe(path)
})

test('an error is told as its API tells it, and elsewhere by code and message alone', () => {
  const thrown = Object.assign(new Error('Why'), { code: 'CODE', status: 400 })
  expect(errorAnswer('/api/v1/x', 400, thrown)).toEqual({ status: 400, headers: {}, body: { own: 'CODE' } })
  expect(errorAnswer('/health', 400, thrown)).toEqual({ status: 400, headers: {}, body: { error } })
})

test('what passes may be tried again: in a second, unless its API knows better', () => {
  expect(errorAnswer('/api/v1', 503, error)).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } })
  expect(errorAnswer('/a.b', 429, error)).toMatchObject({ status: 429, headers: { 'Retry-After': '7' } })
  expect(errorAnswer('/', 503, error)).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
})
