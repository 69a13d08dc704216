import cds from '@sap/cds'
import { ODataAdapter } from './adapter.ts'
import { ODATA } from './api.ts'
import { requestError, sendError } from './errors/errors.ts'
import type { ErrorRequestHandler, Failure, RequestHandler } from '../cap/odata.ts'

/** CAP and its authentication send some errors as plain text: here they get the published body, whoever sends them. */
const plainErrors: RequestHandler = (_req, res, next) => {
  const sendStatus = res.sendStatus.bind(res)
  res.sendStatus = function sendStatusOrError(status) {
    if (status < 400) return sendStatus(status)
    sendError(this, status)
    return this
  }
  next()
}

const unknownService: RequestHandler = (_req, _res, next) =>
  next(requestError(404, 'SERVICE_NOT_FOUND', 'There is no service at this address.'))

/** What no service has handled: errors of express itself and of what runs before the services. */
const lastResort: ErrorRequestHandler = (error: Failure, _req, res, next) => {
  if (res.headersSent) return next(error)
  const status = error.status ?? error.statusCode ?? 500
  if (status >= 500) cds.log('odata').error(error)
  const isOurs = typeof error.code === 'string' && status < 500
  sendError(res, status, isOurs ? { code: error.code as string, message: error.message } : undefined)
}

/** Serves the OData services through this folder's adapter. To be called before the server starts. */
export const mountOData = (): void => {
  // What OData says of both methods, and CAP leaves to settings.
  const { runtime } = cds.env as unknown as { runtime: object }
  Object.assign(runtime, { put_as_replace: true, patch_as_upsert: true })
  const { protocols } = cds.service as unknown as { protocols: Record<'odata' | 'odata-v4', { impl: unknown }> }
  for (const name of ['odata', 'odata-v4'] as const) protocols[name].impl = ODataAdapter
  cds.on('bootstrap', (app) => {
    app.use(ODATA.path, plainErrors)
  })
  cds.on('served', () => {
    cds.app.use(ODATA.path, unknownService, lastResort)
  })
}
