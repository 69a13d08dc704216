import type { Request, RequestHandler, Response } from 'express'
import { AdminError } from '../../../../srv/admin/core/errors.ts'
import { tellingFailures } from '../../../../srv/admin/http/perform.ts'

const passed = async (authenticate: RequestHandler): Promise<unknown> =>
  new Promise((resolve) => {
    void tellingFailures(authenticate)({} as Request, {} as Response, resolve)
  })
const failing =
  (thrown: unknown): RequestHandler =>
  (_request, _response, next) =>
    next(thrown)

test.each([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [500, 'IDENTITY_UNAVAILABLE'],
  [{ status: 401 }, 'UNAUTHORIZED'],
  [{ statusCode: 403 }, 'FORBIDDEN'],
  [{ code: 401 }, 'UNAUTHORIZED'],
  [new Error('no keys'), 'IDENTITY_UNAVAILABLE'],
])('%p is answered as %s, passed on, thrown or rejected', async (thrown, code) => {
  const throwing: RequestHandler = () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- CAP's own strategies do
    throw thrown
  }
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- they do that as well
  const rejecting: RequestHandler = () => Promise.reject(thrown)
  for (const authenticate of [failing(thrown), throwing, rejecting])
    expect(await passed(authenticate)).toMatchObject({ code })
})

test('an error of the API stays, and no error passes', async () => {
  const error = new AdminError('FORBIDDEN', 'no')
  expect(await passed(failing(error))).toBe(error)
  expect(await passed((_request, _response, next) => next())).toBeUndefined()
})
