import type { RequestHandler } from 'express'
import cds from '@sap/cds'

/** Asked every few seconds by platforms. */
const PROBE = /^\/(?:health|ready|metrics)$/
const SERVICE = /^\/(?:odata|api)\//

/**
 * Logs one line for each request when it has been answered: who asked, the status, the duration. Of the query only that
 * there is one: filters hold data. Probes, and in development the files of pages, are worth a line only when they fail.
 */
export const logRequests = (isProduction: boolean): RequestHandler => {
  const isQuiet = (path: string): boolean => PROBE.test(path) || !(isProduction || SERVICE.test(path))
  return (req, res, next) => {
    const started = performance.now()
    res.once('close', () => {
      const [path = '', query] = req.originalUrl.split('?', 2)
      const isFine = res.writableFinished && res.statusCode < 400
      const log = cds.log('request')
      if (isFine && isQuiet(path) && !log._debug) return
      const milliseconds = Math.round(performance.now() - started)
      const outcome = res.writableFinished ? String(res.statusCode) : 'aborted'
      // CAP logs the message of what looks like an error, once if it is inherited.
      const line = Object.create({
        message: `${req.method} ${path}${query === undefined ? '' : '?…'} ${outcome} ${milliseconds} ms`,
      }) as object
      Object.assign(line, {
        method: req.method,
        path,
        status: res.statusCode,
        duration_ms: milliseconds,
        user: res.locals['user'] as unknown,
        correlation_id: req.get('x-correlation-id'),
      })
      if (isFine && isQuiet(path)) log.debug(line)
      else log.info(line)
    })
    next()
  }
}
