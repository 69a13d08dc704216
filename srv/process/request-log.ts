import type { RequestHandler } from 'express'
import cds from '@sap/cds'

/**
 * Logs one line for each request when it has been answered, with status and duration. Of the query only that there is
 * one: filters hold data.
 */
export const logRequests: RequestHandler = (req, res, next) => {
  const started = performance.now()
  res.once('close', () => {
    const milliseconds = Math.round(performance.now() - started)
    const [path = '', query] = req.originalUrl.split('?', 2)
    const outcome = res.writableFinished ? String(res.statusCode) : 'aborted'
    cds.log('request').info({
      message: `${req.method} ${path}${query === undefined ? '' : '?…'} ${outcome} ${milliseconds} ms`,
      method: req.method,
      path,
      status: res.statusCode,
      duration_ms: milliseconds,
      correlation_id: req.get('x-correlation-id'),
    })
  })
  next()
}
