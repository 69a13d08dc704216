import type { Request, RequestHandler, Response } from 'express'
import { compose } from '../../../../srv/platform/guard/guard-requests.ts'

/** Runs handlers as one, and gives what came to `next`. */
const run = (...handlers: RequestHandler[]): Promise<unknown> =>
  new Promise((resolve) => void compose(handlers)({} as Request, {} as Response, resolve))

const failure = new Error('failure')
const never: RequestHandler = () => {
  throw new Error('This handler should not be reached.')
}

test('runs handlers in order, also those that go on later', async () => {
  const calls: number[] = []
  const now: RequestHandler = (_req, _res, next) => (calls.push(calls.length), next())
  const later: RequestHandler = (_req, _res, next) => void setImmediate(() => (calls.push(calls.length), next()))
  expect(await run(now, later, now)).toBeUndefined()
  expect(calls).toEqual([0, 1, 2])
})

test.each<[string, RequestHandler]>([
  ['hands on', (_req, _res, next) => next(failure)],
  [
    'throws',
    () => {
      throw failure
    },
  ],
  ['rejects with', () => Promise.reject(failure)],
])('stops at an error that a handler %s, and passes it on', async (_, handler) => {
  expect(await run(handler, never)).toBe(failure)
  const later: RequestHandler = (_req, _res, next) => void setImmediate(next)
  expect(await run(later, handler, never)).toBe(failure)
})
