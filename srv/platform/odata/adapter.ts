/** CAP's adapter and all that is put in front of it: one list, so that its order is seen at once, which makes more than 200 lines. */
import { compose } from '../guard/index.ts'
import { absoluteLinks } from './answers/absolute-links.ts'
import { allowedMethods } from './urls/allowed-methods.ts'
import { batch } from './batch/batch.ts'
import { BatchRun } from './batch/run.ts'
import { bodyLimits } from './bodies/body-limits.ts'
import { bodyPresence } from './bodies/body-presence.ts'
import { bodyShape } from './bodies/body-shape.ts'
import { bodyValues } from './bodies/body-values.ts'
import { bodyType } from './bodies/body-type.ts'
import {
  CapODataAdapter,
  type CapRequest,
  type Concern,
  type ErrorBody,
  type Failure,
  type NextFunction,
  type Request,
  type Response,
  type Router,
} from '../cap/odata.ts'
import { capabilities } from './semantics/capabilities.ts'
import { collections } from './references/collections.ts'
import { collectionProperty } from './answers/collection-property.ts'
import { composedFunctions } from './operations/composed.ts'
import { contentNegotiation } from './answers/content-negotiation.ts'
import { databaseFailure } from './errors/database-errors.ts'
import { functionArguments } from './operations/arguments.ts'
import { failureBehind } from './errors/first-failures.ts'
import { libraryFailure } from './errors/library-errors.ts'
import { draftKeys } from './keys/draft-keys.ts'
import { errorBodies } from './errors/error-bodies.ts'
import { exactBody } from './bodies/exact-body.ts'
import { exactNumbers } from './answers/exact-numbers.ts'
import { expandLimits } from './paging/expand-limits.ts'
import { expandedPages } from './paging/expanded-pages.ts'
import { fullMetadata } from './answers/full-metadata.ts'
import { fixedResources } from './keys/fixed-resources.ts'
import { askForLogin, isUnauthorized, published, retryLater, standardError } from './errors/errors.ts'
import { keyTypes } from './keys/key-types.ts'
import { rememberRequest } from '../cap/handled-request.ts'
import { location } from './answers/location.ts'
import { mediaLinks } from './answers/media-links.ts'
import { methods } from './urls/methods.ts'
import { nestedStructures } from './answers/nested-structures.ts'
import { optionNames } from './options/option-names.ts'
import { optionTargets } from './options/option-targets.ts'
import { pageSize } from './paging/page-size.ts'
import { pagingLimits } from './paging/paging-limits.ts'
import { parse } from './semantics/parse.ts'
import { protocolVersion, versionOf } from './urls/protocol-version.ts'
import { entityById } from './references/entity-by-id.ts'
import { expandedReferences } from './references/expanded-references.ts'
import { plainPath } from './references/plain-path.ts'
import { rawValue } from './bodies/raw-value.ts'
import { references } from './references/references.ts'
import { rememberSent, sentRequest } from './batch/sent-request.ts'
import { representation } from './answers/representation.ts'
import { requestRate } from './limits/request-rate.ts'
import { resultOptions } from './semantics/result-options.ts'
import { returnPreference } from './answers/return-preference.ts'
import { semantics } from './semantics/semantics.ts'
import { serviceUrls } from './urls/service-urls.ts'
import { skipToken } from './paging/skip-token.ts'
import { structuredPaths } from './references/structured-paths.ts'
import { systemSegments } from './urls/system-segments.ts'
import { Tries } from './races/tries.ts'
import { asTold } from './semantics/upsert.ts'
import { urlLimits } from './urls/url-limits.ts'
import { writeLimits } from './bodies/write-limits.ts'
import { wellFormedUrl } from './urls/well-formed-url.ts'

const CONCERNS: readonly Concern[] = [
  // Before anything is made of a request or of its answer.
  rememberSent,
  // So early that refusals have the OData-Version too.
  protocolVersion,
  errorBodies,
  // Shapes the answer after all others.
  representation,
  requestRate,
  // Before all else that looks at the URL, CAP included: none of it copes with one that cannot be decoded.
  wellFormedUrl,
  // These make another URL of some that are sent, for which all that follows holds.
  plainPath,
  composedFunctions,
  entityById,
  expandedReferences,
  collections,
  references,
  // Before all that looks for options by their names.
  optionNames,
  structuredPaths,
  // Before all that parses the URL.
  urlLimits,
  methods,
  systemSegments,
  skipToken,
  // Rewrites $format, which CAP's parser would refuse.
  contentNegotiation,
  // Ends here for $batch; its parts come through this list again, one by one.
  batch,
  // These read the URL and headers as the client sent them, and shape the answer before it is sent.
  returnPreference,
  location,
  absoluteLinks,
  // Before CAP's parser, which would misread some URLs of a service that rewrites them.
  serviceUrls,
  // Answers what CAP's parser does not know of properties that are collections.
  collectionProperty,
  resultOptions,
  rawValue,
  bodyType,
  // Takes out of the query what CAP's parser would refuse or pass over, and answers it by itself.
  semantics,
  // From here on the query and the body are parsed.
  parse,
  functionArguments,
  exactBody,
  // Behind the one that writes numbers.
  fullMetadata,
  exactNumbers,
  // Before the one that writes numbers, which looks for them by their names.
  nestedStructures,
  optionTargets,
  capabilities,
  mediaLinks,
  fixedResources,
  bodyPresence,
  bodyLimits,
  bodyShape,
  // Before anything is made of the records.
  writeLimits,
  bodyValues,
  // The type check sees the keys that the client gave, so it goes before the one that adds a key.
  keyTypes,
  draftKeys,
  // Refuses negative limits, so it goes before the one that lowers them.
  pagingLimits,
  pageSize,
  expandedPages,
  // Counts with the limits as they are now.
  expandLimits,
]

/** CAP's OData adapter with this project's concerns in front of CAP's own handlers, and its way of telling errors. */
export class ODataAdapter extends CapODataAdapter {
  override get router(): Router {
    const router = super.router
    router.use(compose(CONCERNS.map((concern) => concern(this))))
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
