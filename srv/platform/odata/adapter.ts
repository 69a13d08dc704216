import { compose } from '../guard/index.ts'
import { absoluteLinks } from './absolute-links.ts'
import { allowedMethods } from './allowed-methods.ts'
import { batch } from './batch/batch.ts'
import { bindings } from './bindings.ts'
import { bodyLimits } from './body-limits.ts'
import { bodyPresence } from './body-presence.ts'
import { bodyValues } from './bodies/body-values.ts'
import { bodyType } from './body-type.ts'
import { CapODataAdapter } from './cap.ts'
import { collectionItems } from './collection-items.ts'
import { collectionProperty } from './collection-property.ts'
import { contentNegotiation } from './content-negotiation.ts'
import { databaseFailure } from './database-errors.ts'
import { draftKeys } from './draft-keys.ts'
import { errorBodies } from './error-bodies.ts'
import { expandLimits } from './expand-limits.ts'
import { expandedPages } from './expanded-pages.ts'
import { fixedResources } from './fixed-resources.ts'
import { isolation } from './isolation.ts'
import { published, retryLater, sendError, standardError } from './errors.ts'
import { keyTypes } from './key-types.ts'
import { location, rememberRequest } from './location.ts'
import { methods } from './methods.ts'
import { optionNames } from './option-names.ts'
import { optionTargets } from './option-targets.ts'
import { pageSize } from './page-size.ts'
import { pagingLimits } from './paging-limits.ts'
import { parse } from './parse.ts'
import { protocolVersion } from './protocol-version.ts'
import { queryOptions } from './query-options.ts'
import { entityById } from './references/entity-by-id.ts'
import { expandedReferences } from './references/expanded-references.ts'
import { keySegments } from './references/key-segments.ts'
import { references } from './references/references.ts'
import { representation } from './representation.ts'
import { requestRate } from './request-rate.ts'
import { returnPreference } from './return-preference.ts'
import { semantics } from './semantics.ts'
import { serviceUrls } from './service-urls.ts'
import { skipToken } from './skip-token.ts'
import { systemSegments } from './system-segments.ts'
import { asTold } from './upsert.ts'
import { urlLimits } from './url-limits.ts'
import { wellFormedUrl } from './well-formed-url.ts'
import type { CapRequest, ErrorBody, Failure, NextFunction, Request, Response, Router } from './cap.ts'
import type { Concern } from './concern.ts'

const CONCERNS: readonly Concern[] = [
  // First, so that refusals have the OData-Version too.
  protocolVersion,
  errorBodies,
  requestRate,
  // These make another URL of some that are sent, for which all that follows holds.
  entityById,
  keySegments,
  expandedReferences,
  references,
  // Before all else that looks at the URL, CAP included: none of it copes with one that cannot be decoded.
  wellFormedUrl,
  isolation,
  // Before all that looks for options by their names.
  optionNames,
  // Before all that parses the URL.
  urlLimits,
  methods,
  systemSegments,
  queryOptions,
  skipToken,
  // Rewrites $format, which CAP's parser would refuse.
  contentNegotiation,
  // Ends here for $batch; its parts come through this list again, one by one.
  batch,
  // These read the URL and headers as the client sent them, and shape the answer before it is sent.
  returnPreference,
  location,
  absoluteLinks,
  representation,
  // Before CAP's parser, which would misread some URLs of a service that rewrites them.
  serviceUrls,
  // Answers what CAP's parser does not know of properties that are collections.
  collectionProperty,
  bodyType,
  // Takes out of the query what CAP's parser would refuse or pass over, and answers it by itself.
  semantics,
  // From here on the query and the body are parsed.
  parse,
  optionTargets,
  fixedResources,
  bodyPresence,
  bodyLimits,
  collectionItems,
  bindings,
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

  override request4(context: { req?: Request; res?: Response }): CapRequest {
    return rememberRequest(context.req, super.request4(context))
  }

  override error(error: Failure, req: Request, res: Response, next: NextFunction): void {
    if (isUnauthorized(error)) askForLogin(req, res)
    else
      super.error(error, req, res, ((failure?: Failure) => {
        if (failure?.status === 503) retryLater(res)
        if (failure?.status === 405 && !res.get('Allow')) res.set('Allow', allowedMethods(this, req).join(', '))
        next(failure)
      }) as NextFunction)
  }

  override normalized(error: Failure): Failure {
    const failure = super.normalized(asTold(databaseFailure(error) ?? error))
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

const isUnauthorized = (error: unknown): boolean => {
  if (error === 401) return true
  const { status, code } = error as Failure
  return status === 401 || code === 401 || code === '401'
}

/** The authentication in use knows how to ask for a login; without it the plain answer has to do. */
const askForLogin = (req: Request, res: Response): void => {
  const { _login: login } = req as { _login?: () => void }
  if (login) login.call(req)
  else sendError(res, 401)
}

export type { Concern }
