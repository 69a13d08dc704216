import { ERRORS } from '../../../../srv/admin/core/errors.ts'
import { foreignErrors } from '../../../../srv/admin/http/error-handler.ts'

const answerTo = foreignErrors('saga')

test.each([
  [404, 'NOT_FOUND', 'ROUTE_NOT_FOUND'],
  [403, 'CROSS_SITE_REQUEST', 'FORBIDDEN'],
  [421, 'UNKNOWN_HOST', 'FORBIDDEN'],
  [431, 'HEADERS_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
  [503, 'TOO_MUCH_UNDER_WAY', 'TOO_MANY_OPERATIONS'],
  [414, 'URL_TOO_LONG', 'PAYLOAD_TOO_LARGE'],
  [413, 'PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
  [400, 'INVALID_CHARACTERS', 'INVALID_PARAMETER'],
  [400, 'INVALID_URL', 'INVALID_PARAMETER'],
  [408, 'constructor', 'INVALID_PARAMETER'],
  [500, 'INTERNAL_ERROR', 'INTERNAL_ERROR'],
  [403, 'FORBIDDEN', 'FORBIDDEN'],
  [429, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED'],
  [503, 'IDENTITY_UNAVAILABLE', 'IDENTITY_UNAVAILABLE'],
] as const)('%i %s is %s', (status, code, expected) => {
  const answer = answerTo(status, { code, message: 'Why' })
  expect([answer.status, answer.headers]).toEqual([ERRORS[expected][0], {}])
  expect(answer.body).toMatchObject({ success: false, error: ERRORS[expected][1], code: expected, details: 'Why' })
})

test('whoever has to log in is told of both ways, whichever of them can succeed', () => {
  expect(answerTo(401, { code: 'UNAUTHORIZED', message: 'This needs a login.' })).toMatchObject({
    status: 401,
    headers: { 'WWW-Authenticate': ['Basic realm="saga", charset="UTF-8"', 'Bearer realm="saga"'] },
  })
})
