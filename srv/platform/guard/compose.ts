import type { NextFunction, RequestHandler } from 'express'

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/**
 * Makes one middleware of several, run in order. It costs a request far less than a layer of the router for each.
 * As in the router, what a handler throws, or rejects with, goes to `next`.
 */
export const compose =
  (handlers: readonly RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    const run = (index: number): void => {
      const handler = handlers[index]
      if (!handler) return next()
      const proceed: NextFunction = (error?: unknown) => (error ? next(error) : run(index + 1))
      try {
        const result: unknown = handler(req, res, proceed)
        if (isPromise(result)) result.catch(next)
      } catch (error) {
        next(error)
      }
    }
    run(0)
  }
