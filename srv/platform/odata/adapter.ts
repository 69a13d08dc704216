import { allowedMethods } from './urls/allowed-methods.ts'
import { BatchRun } from './batch/run.ts'
import { databaseFailure } from './errors/database-errors.ts'
import { failureBehind } from './errors/mark-database-errors.ts'
import { askForLogin, isUnauthorized, libraryFailure, published, retryLater, standardError } from './errors/errors.ts'
import { rememberRequest } from '../cap/handled-request.ts'
import { versionOf } from './urls/protocol-version.ts'
import { sentRequest } from './batch/sent-request.ts'
import { Tries } from './races/tries.ts'
import { asTold } from './semantics/upsert.ts'
import {
  CapODataAdapter,
  type CapRequest,
  type ErrorBody,
  type Failure,
  type NextFunction,
  type Request,
  type Response,
  type Router,
} from '../cap/odata.ts'
import { concernsOf } from './concerns.ts'

/** CAP's OData adapter with this project's concerns in front of CAP's own handlers, and its way of telling errors. */
export class ODataAdapter extends CapODataAdapter {
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
