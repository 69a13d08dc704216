import { allowedMethods } from './http/urls/resource.ts'
import { BatchRun } from './http/batch/run.ts'
import { databaseFailure } from './protocol/database-errors.ts'
import { failureBehind } from './protocol/mark-database-errors.ts'
import {
  askForLogin,
  isUnauthorized,
  libraryFailure,
  published,
  retryLater,
  standardError,
  requestError,
  sendError,
} from './protocol/errors.ts'
import { rememberRequest } from '../cap/request.ts'
import { versionOf } from './http/answers/content-negotiation.ts'
import { sentRequest, Tries } from './http/batch/retries.ts'
import { asTold } from './service/semantics/conditions.ts'
import {
  CapODataAdapter,
  type CapRequest,
  type ErrorBody,
  type Failure,
  type NextFunction,
  type Request,
  type Response,
  type Router,
  type ErrorRequestHandler,
  type RequestHandler,
} from '../cap/odata.ts'
import { concernsOf } from './concerns.ts'
import type { Api } from '../guard/index.ts'
import cds from '@sap/cds'

/** CAP's OData adapter with this project's concerns in front of CAP's own handlers, and its way of telling errors. */
class ODataAdapter extends CapODataAdapter {
  override get router(): Router {
    const router = super.router
    router.use(concernsOf(this))
    // Behind the check of roles, so that nobody learns more than 401 from a service that is closed to them.
    router.stack.splice(this.authorize ? 1 : 0, 0, ...router.stack.splice(-1))
    return router
  }

  /** CAP names a version of its own, before any handler. */
  override log_request(req: Request, res: Response, next: NextFunction): void {
    super.log_request(req, res, () => next(void res.set('OData-Version', versionOf(req))))
  }

  override request4(context: { req?: Request; res?: Response }): CapRequest {
    return rememberRequest(context.req, super.request4(context))
  }

  /** A change that has lost to others is made again before anybody is told. */
  override error(error: Failure, req: Request, res: Response, next: NextFunction): void {
    const sent = res.headersSent ? undefined : sentRequest(req)
    const makeAgain = async (): Promise<void> => {
      const tries = new Tries(req)
      if (!sent || !(await tries.again())) return this.tell(error, req, res, next)
      const [exchange] = await new BatchRun(this, req, res).runStep({ requests: [sent.request] }, tries)
      if (exchange) sent.answer(exchange.answer)
    }
    if (sent) makeAgain().catch(next)
    else this.tell(error, req, res, next)
  }

  private tell(error: Failure, req: Request, res: Response, next: NextFunction): void {
    if (isUnauthorized(error)) askForLogin(req, res)
    else
      super.error(error, req, res, ((failure?: Failure) => {
        if (failure?.status === 503) retryLater(res)
        if (failure?.status === 405 && !res.get('Allow')) res.set('Allow', allowedMethods(this, req).join(', '))
        next(failure)
      }) as NextFunction)
  }

  override normalized(made: Failure): Failure {
    const error = failureBehind(made)
    const failure = super.normalized(asTold(databaseFailure(error) ?? libraryFailure(error) ?? error))
    // CAP's "not implemented" always means what a client asked for, which the published interface answers with 4XX.
    if (failure.status === 501) Object.assign(failure, { status: 400, code: 'NOT_SUPPORTED' })
    return failure
  }

  override cleansed(error: Failure, contentId?: string): ErrorBody {
    const { definitions } = this.service.model
    const isEntity = (name: string): boolean => Object.hasOwn(definitions, name)
    return published(super.cleansed(error, contentId), error.status ?? 400, isEntity)
  }

  /** In every profile, not only in production: the reason of a server error is for the log. */
  override sanitized(error: Failure): ErrorBody | undefined {
    const { status = 500, $sanitize: hides = true } = error
    return hides && status >= 500 ? standardError(status) : undefined
  }
}

/** Where the services are, and how they tell errors. */
export const ODATA: Api = {
  path: '/odata',
  errorAnswer: (status, { code, message }) => ({
    status,
    headers: { 'OData-Version': '4.0' },
    body: { error: { code, message } },
  }),
}

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
