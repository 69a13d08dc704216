import { ERRORS } from '../../../../srv/admin/errors.ts'
import { adminError } from '../../../../srv/platform/guard/admin-error.ts'

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
  [500, 'INTERNAL_ERROR', 'INTERNAL_ERROR'],
] as const)('%i %s is %s, as the administration API has it', (status, code, expected) => {
  const error = adminError(status, code)
  expect([error.code, [error.status, error.text]]).toEqual([expected, ERRORS[expected]])
})
