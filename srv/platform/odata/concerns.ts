/** All that is put in front of CAP's own handlers: one list, so that its order is seen at once. */
import { compose } from '../guard/index.ts'
import { absoluteLinks, location } from './http/answers/absolute-links.ts'
import { batch } from './http/batch/batch.ts'
import { bodyLimits, bodyPresence, bodyType, rawValue } from './http/bodies/body-type.ts'
import { bodyShape, exactBody } from './http/bodies/body-shape.ts'
import { bodyValues } from './http/bodies/body-values.ts'
import { capabilities, optionTargets } from './service/semantics/capabilities.ts'
import { collections } from './http/references/collections.ts'
import { collectionProperty } from './http/answers/collection-property.ts'
import { composedFunctions } from './http/composed.ts'
import { jsonFormatOf, contentNegotiation, protocolVersion } from './http/answers/content-negotiation.ts'
import { errorBodies } from './protocol/errors.ts'
import { expandLimits, expandedPages } from './http/paging/expansions.ts'
import { fullMetadata, hasStreams, mediaLinks } from './http/answers/full-metadata.ts'
import { fixedResources, methods } from './http/urls/resource.ts'
import { exactNumbers, nestedStructures } from './http/answers/exact-values.ts'
import { optionNames, serviceUrls, plainPath, urlLimits, wellFormedUrl } from './http/urls/well-formed-url.ts'
import { filterSegments, isQueryInBody, queryInBody, systemSegments } from './http/urls/path-options.ts'
import { pageSize, pagingLimits, skipToken } from './http/paging/pages.ts'
import { entityById } from './http/references/entity-id.ts'
import { expandedReferences, references } from './http/references/references.ts'
import { rememberSent } from './http/batch/retries.ts'
import { endOf } from './meaning/resource.ts'
import { textBefore } from './url/query.ts'
import { representation, returnPreference } from './http/answers/representation.ts'
import { requestRate } from './protocol/limits.ts'
import { resultOptions } from './service/semantics/result-options.ts'
import { semantics } from './service/semantics/semantics.ts'
import { structuredPaths } from './http/references/structured-paths.ts'
import { writeLimits } from './http/bodies/records.ts'
import type { CapAdapter, Concern, Request, RequestHandler } from '../cap/odata.ts'

/** A change, or what else may have a body. */
const isChange = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD'

/** More than the name of a set, an operation or a record. */
const isPath = ({ url }: Request): boolean => /^\/(?:\$entity|[^/?]+\/)/.test(url)

/** By the one spelling that options have behind {@link optionNames}. */
const isExpanded = ({ url }: Request): boolean => url.includes('$expand=')

const isCall = ({ url }: Request, { service }: CapAdapter): boolean =>
  url.includes('?') && endOf(textBefore(url, '?'), service)?.kind === 'operation'

const isDescribed = (req: Request): boolean => jsonFormatOf(req).metadata === 'full'

/** Concerns of some requests alone; all others pass them by. */
const onlyFor =
  (isMeant: (req: Request, adapter: CapAdapter) => boolean, ...concerns: readonly Concern[]): Concern =>
  (adapter) => {
    const handle = compose(concerns.map((concern) => concern(adapter)))
    return (req, res, next): void => (isMeant(req, adapter) ? void handle(req, res, next) : next())
  }

/** A concern of some services alone. */
const onlyIn =
  (isMeant: (adapter: CapAdapter) => boolean, concern: Concern): Concern =>
  (adapter) =>
    isMeant(adapter) ? concern(adapter) : compose([])

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
  onlyFor(isQueryInBody, queryInBody),
  wellFormedUrl,
  // These make another URL of some that are sent, for which all that follows holds.
  plainPath,
  onlyFor(isPath, composedFunctions, entityById),
  onlyFor(isChange, collections),
  onlyFor(isPath, references),
  // Before all that looks for options by their names.
  optionNames,
  onlyFor(isExpanded, expandedReferences),
  onlyFor(isPath, structuredPaths),
  // Before all that parses the URL.
  filterSegments,
  urlLimits,
  methods,
  systemSegments,
  skipToken,
  // Rewrites $format, which CAP's parser would refuse.
  contentNegotiation,
  // Ends here for $batch; its parts come through this list again, one by one.
  onlyFor(({ path }) => path === '/$batch', batch),
  // These read the URL and headers as the client sent them, and shape the answer before it is sent.
  returnPreference,
  onlyFor(isChange, location),
  absoluteLinks,
  // Before the query is made of the URL.
  serviceUrls,
  // Answers what is asked of properties that are collections, by reading all of them.
  onlyFor(isPath, collectionProperty),
  onlyFor(isCall, resultOptions),
  onlyFor(isChange, rawValue, bodyType),
  // From here on the query and the body are parsed.
  semantics,
  onlyFor(isChange, exactBody),
  // Behind the one that writes numbers.
  onlyFor(isDescribed, fullMetadata),
  exactNumbers,
  // Before the one that writes numbers, which looks for them by their names.
  nestedStructures,
  optionTargets,
  capabilities,
  onlyIn(hasStreams, mediaLinks),
  // Limits of writes come before anything is made of the records.
  onlyFor(isChange, fixedResources, bodyPresence, bodyLimits, bodyShape, writeLimits, bodyValues),
  // Refuses negative limits, so it goes before the one that lowers them.
  pagingLimits,
  pageSize,
  // Counts with the limits as they are now.
  onlyFor(isExpanded, expandedPages, expandLimits),
]

/** One handler of all that is put in front of CAP's. */
export const concernsOf = (adapter: CapAdapter): RequestHandler => compose(CONCERNS.map((concern) => concern(adapter)))
